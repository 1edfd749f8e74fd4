/** Proposals that wait for a second person. */

/** Whom or what a proposal is about, without the kind that its subject begins with. @param {string} subject */
export function nameOf(subject) {
  return subject.slice(subject.indexOf("/") + 1);
}

/** The path at which a proposal is answered. @param {{subject: string, number: number}} proposal @param {"approve" | "reject" | "withdraw" | "impact"} way */
export function pathOf({ subject, number }, way) {
  const [kind, name] = subject.split("/").map(encodeURIComponent);
  return `/api/proposals/${kind}/${name}/${number}/${way}`;
}

/** Proposals that wait for a second person. */

/** The path at which a proposal is answered. @param {{subject: string, number: number}} proposal @param {"approve" | "reject" | "withdraw" | "impact"} way */
export function pathOf({ subject, number }, way) {
  const [kind, name] = subject.split("/").map(encodeURIComponent);
  return `/api/proposals/${kind}/${name}/${number}/${way}`;
}

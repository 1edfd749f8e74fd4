/** The room for the felt beside a panel: as it stands on the page, or as it will. */

const PANEL = 480;
const WIDE = 1000;

/** What the page leaves to a felt that is not drawn yet. */
export function roomBesidePanel() {
  return { width: innerWidth > WIDE ? innerWidth - PANEL : innerWidth, height: innerHeight * 0.7 };
}

/** What the felt of a page has. @param {HTMLElement} root */
export function roomForFelt(root) {
  const found = root.querySelector(".train-felt .stage")?.getBoundingClientRect();
  return found?.width ? { width: found.width, height: found.height } : roomBesidePanel();
}

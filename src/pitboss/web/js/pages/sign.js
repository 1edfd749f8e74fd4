/** @param {HTMLElement} root */
export function open(root) {
  root.textContent = "";
}

/**
 * Elements from descriptions: `h()` describes, `render()` makes what is there agree with it.
 *
 * An element stays the same element as long as its tag and key stay, so focus, selection and running animations
 * survive an update. Text is only ever set as text.
 */

/** @typedef {{tag: string, key: string, props: Record<string, any>, kids: (VNode | string)[]}} VNode */
/** @typedef {VNode | string | number | bigint | false | null | undefined} Kid */
/** @typedef {Kid | readonly Kids[]} Kids */

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";
const TEXT = "#text";

/** What the last description of an element said. @type {WeakMap<Element, VNode>} */
const said = new WeakMap();

/**
 * Describe an element. Of the properties, `key` tells siblings apart, `on…` are handlers, `style` is an object of
 * CSS properties, `made` is called with the new element, `alone` leaves its children to somebody else; false, null
 * and undefined leave an attribute out.
 *
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Kids} kids
 * @returns {VNode}
 */
export function h(tag, props, ...kids) {
  const { key = "", ...rest } = props ?? {};
  return { tag, key: String(key), props: rest, kids: flat(kids) };
}

/**
 * Make the children of an element agree with a description.
 *
 * @param {Element} parent
 * @param {...Kids} kids
 */
export function render(parent, ...kids) {
  children(parent, flat(kids));
}

/**
 * A new element that stands by itself.
 *
 * @param {VNode} node
 * @param {string} [space]
 * @returns {Element}
 */
export function make(node, space = HTML) {
  const own = node.tag === "svg" ? SVG : space;
  const element = document.createElementNS(own, node.tag);
  update(element, node);
  node.props.made?.(element);
  return element;
}

/** @param {unknown[]} kids @returns {(VNode | string)[]} */
function flat(kids) {
  const found = /** @type {(VNode | string)[]} */ ([]);
  for (const kid of kids.flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false || kid === "") continue;
    found.push(typeof kid === "object" ? /** @type {VNode} */ (kid) : String(kid));
  }
  return found;
}

/** @param {Element} element @param {VNode} node */
function update(element, node) {
  const before = said.get(element)?.props ?? {};
  for (const name of Object.keys(before))
    if (!(name in node.props)) set(element, name, undefined, before[name]);
  for (const [name, value] of Object.entries(node.props)) {
    if (value !== before[name] || name === "value" || name === "checked")
      set(element, name, value, before[name]);
  }
  said.set(element, node);
  if (!node.props.alone) children(element, node.kids);
  // A select takes its value from options that must be there before.
  if (node.tag === "select" && "value" in node.props) set(element, "value", node.props.value, undefined);
}

/** @param {any} element @param {string} name @param {any} value @param {any} before */
function set(element, name, value, before) {
  if (name === "made" || name === "alone") return;
  if (name.startsWith("on")) element[name] = value ?? null;
  else if (name === "style") style(element, value ?? {}, before ?? {});
  else if ((name === "value" || name === "checked") && element.localName !== "option") {
    if (element[name] !== value) element[name] = value ?? "";
  } else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {HTMLElement} element @param {Record<string, any>} now @param {Record<string, any>} before */
function style(element, now, before) {
  for (const name of Object.keys(before)) if (!(name in now)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(now)) element.style.setProperty(name, String(value));
}

/**
 * What is not described any more is taken out before the rest is looked at: an element that is moved in the
 * document loses its focus, and a press that is under way on it.
 *
 * @param {Element} parent
 * @param {(VNode | string)[]} kids
 */
function children(parent, kids) {
  const space = parent.localName === "foreignObject" ? HTML : (parent.namespaceURI ?? HTML);
  const keyed = keep(parent, kids);
  let place = parent.firstChild;
  kids.forEach((kid, index) => {
    if (typeof kid === "string") {
      if (place?.nodeType === Node.TEXT_NODE) {
        if (place.nodeValue !== kid) place.nodeValue = kid;
        place = place.nextSibling;
      } else parent.insertBefore(document.createTextNode(kid), place);
      return;
    }
    let known = (kid.key ? keyed.get(name(kid)) : follows(place, kid)) ?? null;
    if (known && known !== place) place = skip(place, known, kids.slice(index));
    if (!kid.key && known !== place) known = null;
    if (!known) {
      parent.insertBefore(make(kid, space), place);
      return;
    }
    keyed.delete(name(kid));
    if (known === place) place = known.nextSibling;
    else parent.insertBefore(known, place);
    update(known, kid);
  });
  while (place) place = drop(place);
}

/** The children that have a key and are described again; those that are not are taken out. @param {Element} parent @param {(VNode | string)[]} kids */
function keep(parent, kids) {
  const wanted = new Set(kids.map(name));
  const keyed = new Map();
  for (const child of [...parent.children]) {
    const node = said.get(child);
    if (!node?.key) continue;
    if (wanted.has(name(node)) && !keyed.has(name(node))) keyed.set(name(node), child);
    else drop(child);
  }
  return keyed;
}

/**
 * Past children that are not described any more, where the one that an element can be comes after them.
 *
 * @param {ChildNode | null} place
 * @param {Element} known the one that it can be
 * @param {(VNode | string)[]} rest what is described from it on
 */
function skip(place, known, rest) {
  while (place && place !== known && !described(place, rest)) place = drop(place);
  return place;
}

/** The first without a key that an element without one can be, up to the first with one. @param {ChildNode | null} place @param {VNode} kid */
function follows(place, kid) {
  for (let next = place; next; next = next.nextSibling) {
    const node = next instanceof Element ? said.get(next) : undefined;
    if (node?.key) return null;
    if (node?.tag === kid.tag) return /** @type {Element} */ (next);
  }
  return null;
}

/** Whether a child and those after it of its name are all described still. @param {ChildNode} child @param {(VNode | string)[]} rest */
function described(child, rest) {
  const of = nameOf(child);
  let left = rest.filter((kid) => name(kid) === of).length;
  for (let next = /** @type {ChildNode | null} */ (child); next; next = next.nextSibling)
    if (nameOf(next) === of) left -= 1;
  return left >= 0;
}

/** Take a child out. @param {ChildNode} child @returns {ChildNode | null} the one after it */
function drop(child) {
  const next = child.nextSibling;
  child.remove();
  return next;
}

/** What tells siblings apart; those without a key only by their tag. @param {VNode | string} kid */
function name(kid) {
  return typeof kid === "string" ? TEXT : `${kid.tag} ${kid.key}`;
}

/** The name of what a child was described as. @param {ChildNode} child */
function nameOf(child) {
  const node = child instanceof Element ? said.get(child) : undefined;
  return node ? name(node) : child.nodeType === Node.TEXT_NODE ? TEXT : "";
}

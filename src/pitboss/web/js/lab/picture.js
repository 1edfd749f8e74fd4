/** A drawing of the page to take along: as SVG with its looks inside, or as PNG drawn from the same shapes. */

/** What a shape's look is made of. */
const LOOK = [
  ...[
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-opacity",
  ],
  ...["font-family", "font-size", "font-weight", "text-anchor", "opacity"],
];
const SCALE = 2;

/** The drawing as a file of its own: what style sheets say is written into it. @param {SVGElement} drawing */
export function asSvg(drawing) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  const { width, height } = sizeOf(drawing);
  const originals = [...drawing.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((shape, place) => {
    const style = getComputedStyle(originals[place]);
    for (const name of LOOK) {
      const value = style.getPropertyValue(name);
      if (value && value !== "auto") shape.setAttribute(name, value);
    }
    shape.removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.removeAttribute("class");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width, height, fill: groundOf() }))
    ground.setAttribute(name, String(value));
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** The drawing as PNG. No image is loaded for it: the policy of the pages allows none but their own. @param {SVGElement} drawing @returns {Promise<Blob>} */
export function asPng(drawing) {
  const { width, height } = sizeOf(drawing);
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.scale(SCALE, SCALE);
  pen.fillStyle = groundOf();
  pen.fillRect(0, 0, width, height);
  for (const shape of drawing.querySelectorAll("line, rect, circle, text"))
    if (!shape.closest("clipPath")) draw(pen, shape);
  return new Promise((done) => canvas.toBlob((file) => done(/** @type {Blob} */ (file)), "image/png"));
}

/** @param {CanvasRenderingContext2D} pen @param {Element} shape a line, rectangle, circle or text */
function draw(pen, shape) {
  const style = getComputedStyle(shape);
  /** @param {string} name */
  const at = (name) => Number(shape.getAttribute(name) ?? 0);
  pen.save();
  clip(pen, shape);
  pen.globalAlpha = Number(style.opacity) * Number(style.fillOpacity);
  pen.fillStyle = style.fill === "none" ? "transparent" : style.fill;
  if (shape.localName === "text") {
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    pen.textAlign = /** @type {CanvasTextAlign} */ (
      { middle: "center", end: "right" }[style.textAnchor] ?? "left"
    );
    pen.fillText(shape.textContent ?? "", at("x"), at("y"));
  } else {
    const path = new Path2D();
    if (shape.localName === "line") {
      path.moveTo(at("x1"), at("y1"));
      path.lineTo(at("x2"), at("y2"));
    } else if (shape.localName === "circle") path.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
    else path.roundRect(at("x"), at("y"), at("width"), at("height"), at("rx"));
    pen.fill(path);
    pen.globalAlpha = Number(style.opacity);
    pen.strokeStyle = style.stroke === "none" ? "transparent" : style.stroke;
    pen.lineWidth = parseFloat(style.strokeWidth);
    pen.lineCap = /** @type {CanvasLineCap} */ (style.strokeLinecap);
    if (style.strokeDasharray !== "none")
      pen.setLineDash(style.strokeDasharray.split(/[ ,]+/).map(parseFloat));
    pen.stroke(path);
  }
  pen.restore();
}

/** Keep to the rectangle that clips a shape's group. @param {CanvasRenderingContext2D} pen @param {Element} shape */
function clip(pen, shape) {
  const id = shape
    .closest("[clip-path]")
    ?.getAttribute("clip-path")
    ?.match(/#([\w-]+)/)?.[1];
  const box = id && document.getElementById(id)?.querySelector("rect");
  if (!box) return;
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
}

/** @param {SVGElement} drawing */
function sizeOf(drawing) {
  const [, , width, height] = (drawing.getAttribute("viewBox") ?? "0 0 300 150").split(" ").map(Number);
  return { width: Math.ceil(width), height: Math.ceil(height) };
}

/** The colour behind a page. */
function groundOf() {
  return getComputedStyle(document.documentElement).backgroundColor;
}

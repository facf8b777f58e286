/** A board as a picture: the drawing with all the styles that it needs, on a canvas with a title. */

const WIDTH = 1080;
const HEAD = 110;

/** All rules of our own style sheets that a drawing may need. */
function styles(): string {
  const parts: string[] = [];
  for (const sheet of document.styleSheets)
    try {
      for (const rule of sheet.cssRules)
        if (!(rule instanceof CSSFontFaceRule) && !(rule instanceof CSSMediaRule)) parts.push(rule.cssText);
    } catch {
      // A sheet of an extension.
    }
  return parts.join("\n");
}

/** The board as PNG, with the name of the game and how it ended above it. */
export async function picture(board: SVGSVGElement, name: string, title: string): Promise<Blob> {
  const computed = getComputedStyle(board);
  const copy = board.cloneNode(true) as SVGSVGElement;
  const { width, height } = board.viewBox.baseVal;
  const high = Math.round((WIDTH * height) / width);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(high));
  const variables = ["mark", "mark-line", "trail", "rim-ink", "beam", "serif", "sans", "ease"]
    .concat([0, 1].flatMap((seat) => ["field", "edge", "ink"].map((what) => `s${seat}-${what}`)))
    .map((one) => `--${one}`);
  for (const one of variables) copy.style.setProperty(one, computed.getPropertyValue(one));
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "style");
  sheet.textContent = `${styles()} * { animation: none !important; transition: none !important }`;
  const patterns = document.querySelector("svg.defs")?.cloneNode(true);
  copy.prepend(sheet, ...(patterns ? [...patterns.childNodes] : []));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, high + HEAD];
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#11151d";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#ebe5d6";
  pen.font = "700 44px Vollkorn, Georgia, serif";
  pen.fillText(title, 36, 54);
  pen.fillStyle = "#d8b26a";
  pen.font = "500 28px 'Source Sans 3', sans-serif";
  pen.fillText(`Flagfall · ${name}`, 36, 92);
  pen.drawImage(image, 0, HEAD, WIDTH, high);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

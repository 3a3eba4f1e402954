const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

/** Reads any colour as red, green, blue and how opaque it is. */
function channels(color) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}

function luminance([red, green, blue]) {
  const linear = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

function background(element) {
  for (let at = element; at; at = at.parentElement) {
    const color = channels(getComputedStyle(at).backgroundColor);
    if (color[3] === 255) {
      return color;
    }
  }
  return [255, 255, 255, 255];
}

function contrast(element) {
  const levels = [channels(getComputedStyle(element).color), background(element)].map(luminance);
  return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
}

const faint = new Set();
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  if (texts.currentNode.data.trim() === "" || !element.checkVisibility() || element.matches("option")) {
    continue;
  }
  const ratio = contrast(element);
  if (ratio < 4.5) {
    faint.add(`${element.tagName.toLowerCase()}.${element.className}: ${ratio.toFixed(2)}`);
  }
}
return [...faint];

// Tells the document as it stands, as a flat list: a string is a text, null closes what was opened last.
(() => {
  'use strict';
  if (guild.snapshot) return;

  const MOST_PIECES = 150000;
  const MOST_CHARS = 3000000;
  // As addresses: one picture of a canvas, and all of one document.
  const CANVAS_CHARS = 690000;
  const ALL_CANVAS_CHARS = 8000000;
  // What acts or loads, and what nobody sees; styles are told by what they say, not by where they come from.
  const LEFT_OUT = new Set('script noscript template base object embed applet link meta source track param portal frameset'.split(' '));
  const SECRET = '[redacted: credential]';
  const framed = new WeakMap();

  // Which frame an element shows.
  guild.nameFrame = (owner, frame) => {
    framed.set(owner, frame);
  };

  // The rules of a sheet, also those that scripts put in, as texts: each with what its addresses are relative to. A sheet of
  // another origin does not tell its rules: null. What a sheet imports stands in its place.
  const rules = (sheet, from, parts, left = 5) => {
    const base = sheet.href ?? from;
    let list;
    try {
      list = sheet.cssRules;
    } catch {
      parts.push([base, null]);
      return;
    }
    let text = '';
    const flush = () => {
      if (text) parts.push([base, text]);
      text = '';
    };
    for (const rule of list) {
      if (!(rule instanceof CSSImportRule)) text += rule.cssText + '\n';
      else if (rule.styleSheet && left) {
        const around = [
          rule.layerName === null ? '' : `@layer ${rule.layerName} {`,
          rule.supportsText ? `@supports (${rule.supportsText}) {` : '',
          rule.media.mediaText ? `@media ${rule.media.mediaText} {` : '',
        ].filter(Boolean);
        text += around.join(' ');
        flush();
        rules(rule.styleSheet, base, parts, left - 1);
        text += '}'.repeat(around.length);
      }
    }
    flush();
  };

  // The picture that an element shows.
  const picture = (node, name) => {
    if (name === 'img') return node.currentSrc;
    if (name === 'video') return node.poster;
    if (node instanceof HTMLInputElement && node.type === 'image') return node.src;
    if (node instanceof SVGImageElement) return URL.canParse(node.href.baseVal, document.baseURI) ? new URL(node.href.baseVal, document.baseURI).href : '';
    return '';
  };

  // What a canvas shows, as an address: the picture of it is what a screenshot has of it. Otherwise why it is not kept.
  const drawing = (canvas, left) => {
    let picture = '';
    try {
      for (const kind of [['image/png'], ['image/webp', 0.8]]) {
        picture = canvas.toDataURL(...kind);
        if (picture.length <= CANVAS_CHARS) break;
      }
    } catch {
      return { why: 'what is drawn on it is of another origin, or of a worker' };
    }
    if (picture.length > CANVAS_CHARS) return { why: 'larger than 512 KiB' };
    if (picture.length > left) return { why: 'the canvases of the document are larger than 6 MiB' };
    const blank = document.createElement('canvas');
    [blank.width, blank.height] = [canvas.width, canvas.height];
    if (picture === blank.toDataURL()) return { why: 'it is blank, or WebGL drew it and keeps nothing' };
    return { picture };
  };

  // What another file draws in a place of this document.
  const drawnElsewhere = (use) => {
    const { baseVal } = use.href;
    if (!baseVal || baseVal.startsWith('#') || !URL.canParse(baseVal, document.baseURI)) return '';
    const url = new URL(baseVal, document.baseURI);
    return url.href.split('#')[0] === document.URL.split('#')[0] ? '' : url.href;
  };

  const isSecret = (field) => field.type === 'password' || /cc-|one-time-code|password/.test(field.autocomplete ?? '');

  // The attributes with what a user made of the field.
  function attributes(element) {
    const all = new Map();
    for (const { name, value } of element.attributes) all.set(name, value.startsWith('data:') ? '' : guild.cut(value, name === 'style' ? 200000 : 10000));
    const set = (name, is, value = '') => (is ? all.set(name, value) : all.delete(name));
    if (element instanceof HTMLInputElement && element.type !== 'file') {
      set('value', element.value !== '', isSecret(element) ? SECRET : guild.cut(element.value, 10000));
      set('checked', element.checked);
    }
    if (element instanceof HTMLOptionElement) set('selected', element.selected);
    return [...all];
  }

  // All of it at once, so that nothing changes meanwhile.
  guild.snapshot = () => {
    // Closed shadow roots are told too, once they are named.
    guild.roots();
    const pieces = [];
    let chars = 0;
    let canvasChars = 0;
    const room = () => pieces.length < MOST_PIECES && chars < MOST_CHARS;
    const say = (text) => {
      chars += text.length;
      pieces.push(text);
    };
    const style = (sheet) => {
      if (sheet.disabled) return;
      const parts = [];
      rules(sheet, document.baseURI, parts);
      for (const [, text] of parts) chars += text?.length ?? 0;
      const media = sheet.media?.mediaText ? [['media', sheet.media.mediaText]] : [];
      pieces.push({ n: 'style', a: media, s: parts }, null);
    };
    const work = [document.documentElement];
    const inside = (node) => {
      for (let child = node.lastChild; child; child = child.previousSibling) work.push(child);
    };
    while (work.length) {
      const node = work.pop();
      if (node === null) pieces.push(null);
      else if (typeof node === 'function') node();
      else if (!room()) continue;
      else if (node.nodeType === Node.TEXT_NODE) say(node.data);
      else if (node.nodeType === Node.ELEMENT_NODE) {
        const name = node.localName;
        if (name === 'style' || name === 'link') {
          if (node.sheet) style(node.sheet);
          continue;
        }
        if (LEFT_OUT.has(name)) continue;
        const piece = { n: name, a: attributes(node) };
        for (const pair of piece.a) chars += pair[0].length + pair[1].length;
        piece.l = picture(node, name) || null;
        if (node instanceof HTMLCanvasElement && guild.isVisible(node)) {
          const { picture, why } = drawing(node, ALL_CANVAS_CHARS - canvasChars);
          if (picture) [piece.l, canvasChars] = [picture, canvasChars + picture.length];
          else piece.m = [guild.outline(node), why];
        }
        if (node instanceof SVGUseElement && drawnElsewhere(node)) piece.m = [drawnElsewhere(node), 'a part of it is shown by `<use>`'];
        if (framed.has(node)) piece.f = framed.get(node);
        pieces.push(piece);
        work.push(null);
        if (node instanceof HTMLTextAreaElement) say(isSecret(node) ? SECRET : node.value);
        else if (!['iframe', 'frame', 'canvas', 'video', 'audio'].includes(name)) inside(node);
        const shadow = guild.inner(node);
        if (shadow) {
          work.push(null);
          work.push(() => [...shadow.adoptedStyleSheets].forEach(style));
          inside(shadow);
          work.push(() => pieces.push({ n: 'template', a: [['shadowrootmode', 'open']] }));
        }
      }
    }
    const adopted = [...document.adoptedStyleSheets].filter((sheet) => !sheet.disabled);
    adopted.forEach(style);
    return { pieces, base: document.baseURI, isQuirky: document.compatMode === 'BackCompat', isWhole: room() };
  };
})();

// Tells the document as it stands, as a flat list: a string is a text, null closes what was opened last.
(() => {
  'use strict';
  if (guild.snapshot) return;

  const MOST_PIECES = 150000;
  const MOST_CHARS = 3000000;
  // What acts or loads, and what nobody sees; styles are told by what they say, not by where they come from.
  const LEFT_OUT = new Set('script noscript template base object embed applet link meta source track param portal frameset'.split(' '));
  const SECRET = '[redacted: credential]';
  const framed = new WeakMap();

  // Which frame an element shows.
  guild.nameFrame = (owner, frame) => {
    framed.set(owner, frame);
  };

  // The rules of a sheet, also those that scripts put in; null for one of another origin.
  const rules = (sheet, left = 5) => {
    try {
      return [...sheet.cssRules].map((rule) => (rule.styleSheet && left ? rules(rule.styleSheet, left - 1) ?? '' : rule.cssText)).join('\n');
    } catch {
      return null;
    }
  };

  const isSecret = (field) => field.type === 'password' || /cc-|one-time-code|password/.test(field.autocomplete ?? '');

  // The attributes with what a user made of the field.
  function attributes(element) {
    const all = new Map();
    for (const { name, value } of element.attributes) all.set(name, value.startsWith('data:') ? '' : guild.cut(value, 10000));
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
    const pieces = [];
    let chars = 0;
    const room = () => pieces.length < MOST_PIECES && chars < MOST_CHARS;
    const say = (text) => {
      chars += text.length;
      pieces.push(text);
    };
    const style = (sheet) => {
      if (sheet.disabled) return;
      const text = rules(sheet);
      const media = sheet.media?.mediaText ? [['media', sheet.media.mediaText]] : [];
      pieces.push(text === null ? { n: 'style', a: media, l: sheet.href } : { n: 'style', a: media });
      if (text) say(text);
      pieces.push(null);
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
        if (name === 'img') piece.l = node.currentSrc || null;
        if (framed.has(node)) piece.f = framed.get(node);
        pieces.push(piece);
        work.push(null);
        if (node instanceof HTMLTextAreaElement) say(isSecret(node) ? SECRET : node.value);
        else if (!['iframe', 'frame', 'canvas', 'video', 'audio'].includes(name)) inside(node);
        const shadow = node.shadowRoot;
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
    return { pieces, isQuirky: document.compatMode === 'BackCompat', isWhole: room() };
  };
})();

// Gathers what a page says, seen and unseen: it is searched for instructions and for secrets, as data.
(() => {
  'use strict';
  if (guild.texts) return;

  const INLINE = new Set('A B I EM STRONG SPAN CODE U S SMALL SUB SUP MARK ABBR Q FONT WBR BR KBD SAMP VAR CITE DFN BDI BDO LABEL TIME'.split(' '));
  const MUTE = new Set(['class', 'style', 'src', 'srcset', 'href', 'd', 'points', 'id', 'integrity', 'nonce']);
  const QUOTED = 'pre,blockquote';
  const MOST_CHARS = 1000000;
  const MOST_AROUND = 5000;

  const name = (element) => {
    const id = element.id ? `#${element.id}` : '';
    const kinds = id ? '' : [...element.classList].slice(0, 2).map((one) => `.${one}`).join('');
    return guild.cut(`${element.localName}${id}${kinds}`, 80);
  };

  // Words of code and quotations keep their marks, so that who reads them can tell them from what the page says itself.
  const MARKS = { CODE: '`', KBD: '`', SAMP: '`', VAR: '`', Q: '"' };
  const marked = (node) => {
    const mark = MARKS[node.parentElement?.tagName];
    return mark ? mark + node.data + mark : node.data;
  };

  function block(node) {
    let element = node.parentElement ?? node.getRootNode().host ?? null;
    while (element && INLINE.has(element.tagName) && element.parentElement) element = element.parentElement;
    return element;
  }

  // Not shown, or shown where or how nobody sees it.
  function isHidden(element) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + scrollX, box.top + scrollY];
    if (box.width <= 1 || box.height <= 1 || x + box.width <= 0 || y + box.height <= 0) return true;
    return parseFloat(getComputedStyle(element).fontSize) < 3;
  }

  const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;
  const ADDRESS = new RegExp(`url\\((?:${STRING.source})\\)`, 'gs');
  const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|\n|(.))/gis;
  const unescaped = (whole, code, plain) => (code ? String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)) : plain ?? '');
  const WRITING = new Set(['content', 'quotes', 'list-style-type', 'text-overflow']);

  // The strings of a value of a style, one after the other.
  const strings = (value) => {
    const all = /["']/.test(value) ? value.replace(ADDRESS, '').match(STRING) ?? [] : [];
    return all.map((string) => string.slice(1, -1).replace(ESCAPE, unescaped)).join('');
  };

  // What the declarations of a style write; a property of the page's own may be written by any of them.
  function* declared(style) {
    for (let index = 0; index < style.length; index += 1) {
      const property = style[index];
      if (WRITING.has(property) || property.startsWith('--')) yield strings(style.getPropertyValue(property));
    }
  }

  // What the rules of a sheet write, with where; a sheet of another origin does not tell its rules: null.
  function* written(sheet) {
    let rules;
    try {
      rules = sheet.cssRules;
    } catch {
      yield null;
      return;
    }
    for (const rule of rules ?? []) {
      const place = rule.selectorText ?? rule.name ?? 'document';
      if (rule.style) for (const text of declared(rule.style)) yield { place, text };
      // The marks of a list.
      if (rule instanceof CSSCounterStyleRule) yield { place, text: strings(rule.cssText) };
      if (rule.cssRules?.length) yield* written(rule);
      if (rule.styleSheet) yield* written(rule.styleSheet);
    }
  }

  // What is written before and after the elements themselves, for where the rules do not tell.
  function* around(root) {
    for (const element of [...root.querySelectorAll('*')].slice(0, MOST_AROUND)) {
      for (const side of ['::before', '::after']) {
        yield { place: name(element) + side, text: strings(getComputedStyle(element, side).content) };
      }
    }
  }

  const STYLED = `[style*='"'],[style*="'"]`;
  const FIELDS = 'input:not([type=password]),textarea';

  // All texts with where each stands, and the change that they came with; if it is the one that is known, only what may
  // be another without a change: the values of fields, and what styles write.
  guild.texts = (known) => {
    let change = guild.lastChange().name;
    const isKnown = change === known;
    const texts = [];
    const fields = [];
    const sheets = new Set();
    let chars = 0;
    const push = (to, text) => {
      if (chars > MOST_CHARS || text.text.trim().length < 3) return;
      chars += text.text.length;
      to.push({ ...text, text: guild.cut(text.text, 20000) });
    };
    const add = (kind, element, text, more = '') =>
      push(texts, { kind, place: (element ? name(element.closest(QUOTED) ?? element) : 'document') + more, text, isHidden: element ? isHidden(element) : true });
    for (const root of guild.roots()) {
      for (const field of root.querySelectorAll(FIELDS)) push(fields, { kind: 'FIELD', place: name(field), text: field.value, isHidden: false });
      const style = ({ place, text }) => push(texts, { kind: 'STYLE', place: guild.cut(place, 80), text, isHidden: false });
      for (const element of root.querySelectorAll(STYLED)) for (const text of declared(element.style)) style({ place: name(element), text });
      let isUntold = false;
      for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
        // Many shadow roots have the same one.
        if (sheets.has(sheet)) continue;
        sheets.add(sheet);
        for (const one of written(sheet)) {
          if (one) style(one);
          else isUntold = true;
        }
      }
      if (isKnown) continue;
      if (isUntold) for (const one of around(root)) style(one);
      const blocks = new Map();
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Text) {
          if (!node.data.trim()) continue;
          const holder = block(node);
          if (!holder || ['SCRIPT', 'STYLE'].includes(holder.tagName)) continue;
          const parts = blocks.get(holder);
          if (parts) parts.push(marked(node));
          else blocks.set(holder, [marked(node)]);
        } else if (node instanceof Comment) {
          add('COMMENT', node.parentElement, node.data);
        } else {
          for (const { name: attribute, value } of node.attributes) {
            if (value.length > 10 && value.includes(' ') && !MUTE.has(attribute)) add('ATTRIBUTE', node, value, ` ${attribute}`);
          }
          if (node.tagName === 'TEMPLATE' && node.content) {
            add('TEXT', node, node.content.textContent);
            // What is in it is a document of its own, whose changes are not seen.
            change = null;
          }
        }
      }
      for (const [holder, parts] of blocks) add('TEXT', holder, parts.join(''));
    }
    return { change, texts, fields };
  };

  // A caret blinks: it is not drawn while pictures are compared.
  let still = null;
  guild.showCaret = () => {
    for (const root of guild.roots()) {
      if (root.adoptedStyleSheets.includes(still)) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== still);
    }
  };
  guild.hideCaret = () => {
    guild.showCaret();
    still = new CSSStyleSheet();
    still.replaceSync('* { caret-color: transparent !important }');
    for (const root of guild.roots()) root.adoptedStyleSheets = [...root.adoptedStyleSheets, still];
  };

  // The fields with something in them, and the smallest visible blocks with their words and boxes.
  guild.boxes = () => {
    const boxes = [];
    const add = (element, text, isSecret) => {
      const box = element.getBoundingClientRect();
      const isSeen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
      if (isSeen && boxes.length < 5000) {
        boxes.push({ x: box.left, y: box.top, width: box.width, height: box.height, text: guild.cut(text, 4000), isSecret });
      }
    };
    for (const root of guild.roots()) {
      for (const field of root.querySelectorAll('input,textarea')) {
        if (field.value) add(field, field.value, field.type === 'password' || /cc-|one-time-code|password/.test(field.autocomplete));
      }
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const holders = new Set();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.data.trim().length < 6) continue;
        const holder = block(node);
        if (holder && !['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(holder.tagName)) holders.add(holder);
      }
      for (const holder of holders) add(holder, [...holder.childNodes].map((node) => node.textContent).join(''), false);
    }
    return boxes;
  };
})();

// Gathers what a page says, seen and unseen: it is searched for instructions and for secrets, as data.
(() => {
  'use strict';
  if (guild.texts) return;

  const INLINE = new Set('A B I EM STRONG SPAN CODE U S SMALL SUB SUP MARK ABBR Q FONT WBR BR KBD SAMP VAR CITE DFN BDI BDO LABEL TIME'.split(' '));
  const MUTE = new Set(['class', 'style', 'src', 'srcset', 'href', 'd', 'points', 'id', 'integrity', 'nonce']);
  const QUOTED = 'pre,blockquote';
  const MOST_CHARS = 1000000;

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

  // All texts with where each stands, and the change that they came with; null if the one that is known was the last.
  guild.texts = (known) => {
    let change = guild.lastChange().name;
    if (change === known) return null;
    const texts = [];
    let chars = 0;
    const add = (kind, element, text, more = '') => {
      if (chars > MOST_CHARS || text.trim().length < 3) return;
      chars += text.length;
      texts.push({ kind, place: (element ? name(element.closest(QUOTED) ?? element) : 'document') + more, text: guild.cut(text, 20000), isHidden: element ? isHidden(element) : true });
    };
    for (const root of guild.roots()) {
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
    return { change, texts };
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

// Measures Core Web Vitals as the field defines them, from before the page's first script on.
(() => {
  'use strict';
  if (guild.vitals) return;

  let hiddenAt = document.visibilityState === 'hidden' ? 0 : Infinity;
  addEventListener('visibilitychange', (event) => {
    if (document.visibilityState === 'hidden') hiddenAt = Math.min(hiddenAt, event.timeStamp);
  }, true);

  // The last paint that was the largest, until the first input; a page that was prepared ahead begins when it is shown.
  let lcp = null;
  let isFinal = false;
  const begun = () => performance.getEntriesByType('navigation')[0]?.activationStart ?? 0;
  const painted = (entries) => {
    for (const entry of entries) {
      if (!isFinal && entry.startTime < hiddenAt) lcp = Math.max(entry.startTime - begun(), 0);
    }
  };
  for (const kind of ['keydown', 'click']) {
    addEventListener(kind, (event) => {
      if (!event.isTrusted || isFinal) return;
      painted(observers.lcp?.takeRecords() ?? []);
      isFinal = true;
    }, { capture: true });
  }

  // The largest window of shifts: gaps under 1 s, 5 s at most; shifts that an input caused are the user's.
  let cls = 0;
  let shifts = [];
  const shifted = (entries) => {
    for (const entry of entries) {
      if (entry.hadRecentInput) continue;
      const [first, last] = [shifts[0], shifts.at(-1)];
      const isSame = first && entry.startTime - last.startTime < 1000 && entry.startTime - first.startTime < 5000;
      shifts = isSame ? [...shifts, entry] : [entry];
      cls = Math.max(cls, shifts.reduce((sum, one) => sum + one.value, 0));
    }
  };

  // The longest event of each interaction; of 50 interactions one may be longer than the value.
  const interactions = new Map();
  let firstInput = null;
  const interacted = (entries) => {
    for (const entry of entries) {
      if (entry.entryType === 'first-input') firstInput = Math.max(firstInput ?? 0, entry.duration);
      if (!entry.interactionId) continue;
      const known = interactions.get(entry.interactionId) ?? 0;
      interactions.set(entry.interactionId, Math.max(known, entry.duration));
    }
  };

  let news = 0;
  const observers = {};
  const observe = (name, take, option) => {
    try {
      const keep = (entries) => {
        news += entries.length;
        take(entries);
      };
      const observer = new PerformanceObserver((list) => keep(list.getEntries()));
      observer.observe({ ...option, buffered: true });
      observer.take = () => keep(observer.takeRecords());
      observers[name] = observer;
    } catch {
      // A browser that does not know the entry has no value for it.
    }
  };
  observe('lcp', painted, { type: 'largest-contentful-paint' });
  observe('cls', shifted, { type: 'layout-shift' });
  observe('inp', interacted, { type: 'event', durationThreshold: 16 });
  observe('first', interacted, { type: 'first-input' });

  const reading = () => {
    const count = performance.interactionCount ?? interactions.size;
    const longest = [...interactions.values()].sort((one, other) => other - one);
    const measured = longest[Math.min(longest.length - 1, Math.floor(count / 50))] ?? null;
    return { lcp, cls: observers.cls ? cls : null, interactions: count, inp: measured ?? firstInput };
  };

  const take = () => {
    for (const observer of Object.values(observers)) observer.take();
  };

  // A tab that is not shown draws nothing: it is not waited for without end.
  const drawn = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 500);
    });

  // When a page has had so long after it was loaded; never for one that is not loaded.
  const settledAt = (afterLoad) => {
    const loaded = performance.getEntriesByType('navigation')[0]?.loadEventEnd || 0;
    return loaded && loaded + afterLoad;
  };

  // An entry comes some time after its picture: the values are those when nothing has come for a while of pictures, and
  // when the page was loaded so many milliseconds ago.
  guild.vitals = async (afterLoad) => {
    const end = performance.now() + 3000;
    const settled = settledAt(afterLoad);
    let [since, pictures, seen] = [performance.now(), 0, news];
    while ((pictures < 4 || performance.now() - since < 200 || performance.now() < settled) && performance.now() < end) {
      await drawn();
      take();
      pictures += 1;
      if (news !== seen) [since, pictures, seen] = [performance.now(), 0, news];
    }
    return reading();
  };

  // The same in a hurry, for a page that is about to be left; it tells by itself, as nobody can ask it any more.
  const leave = async () => {
    const end = performance.now() + 600;
    const before = news;
    await guild.frames(2);
    take();
    // What led away is an interaction, and its entry comes with the next picture.
    while (news === before && performance.now() < end) {
      await guild.frames(1);
      take();
    }
    globalThis.guildLeaves?.(JSON.stringify(reading()));
  };
  globalThis.navigation?.addEventListener('navigate', (event) => {
    if (!event.destination.sameDocument && event.downloadRequest === null) leave();
  });
})();

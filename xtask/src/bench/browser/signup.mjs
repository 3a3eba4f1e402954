// The same flow in Playwright: node signup.mjs PLAYWRIGHT CHROMIUM ORIGIN FOLDER FLOWS WORKERS
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

const [playwright, executablePath, origin, folder, flows, workers] = process.argv.slice(2);
const { chromium } = (await import(pathToFileURL(`${playwright}/index.js`))).default;
const browser = await chromium.launch({ executablePath, args: process.getuid() ? [] : ['--no-sandbox'] });
let next = 0;
const work = async () => {
  while (next < Number(flows)) await flow(next++);
};
await Promise.all(Array.from({ length: Number(workers) }, work));
await browser.close();

async function flow(number) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const shot = (name) => page.screenshot({ path: `${folder}/${number}-${name}.png` });
  await page.goto(`${origin}/signup`);
  await page.getByRole('heading', { name: 'Sign up', exact: true }).waitFor();
  await shot('empty');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Engines');
  assert.equal(await page.getByRole('textbox', { name: 'Company', exact: true }).inputValue(), 'Engines');
  await shot('filled');
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/accounts'));
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await page.locator('#state', { hasText: /^Welcome, Ada$/ }).waitFor();
  const answer = await answered;
  assert.equal(answer.status(), 201);
  const account = await answer.json();
  assert(Number.isInteger(account.id) && typeof account.name === 'string');
  assert(account.company === null || typeof account.company === 'string');
  assert.deepEqual(errors, []);
  await shot('welcome');
  await context.close();
}

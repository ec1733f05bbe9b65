import { signInAsNewAgent } from './helpers.js';
import { expect, test } from './system.js';

test('keeps what was typed and the focus when a tablet is turned', async ({ system, page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  const firstName = page.getByLabel('First Name');
  await firstName.fill('Norma');
  for (const width of [700, 1024]) {
    await page.setViewportSize({ width, height: 1024 });
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible({ visible: width === 700 });
    await expect(firstName).toHaveValue('Norma');
    await expect(firstName).toBeFocused();
  }
});

import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleLayout, expectFocusKept } from './accessibility.js';
import { signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { BUSY, expectNotice, failLoads, failOnce } from './helpers.js';
import {
  createFunnelWithAddress,
  germanLead,
  germanMapping,
  getPosts,
  hold,
  saveMapping,
  targets,
} from './mapping-helpers.js';
import { expect, test } from './system.js';

const getVerdict = (page: Page) => page.getByRole('status').filter({ hasText: /^This request/ });

/** Checks the page once nothing more loads. */
async function expectLoadedAndAccessible(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessibleLayout(page);
}

test("an admin maps a tool's words and replays the held posts", async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const source = await createFunnelWithAddress(page, system);
  await hold(page, system, source, germanLead(), 1);

  await page.goto(`${system.urls.web}/admin/funnels/${source.id}`);
  await page.getByRole('link', { name: 'Held posts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Held Posts' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`funnel=${source.id}`));
  const posts = getPosts(page);
  await expect(posts).toHaveCount(1);
  await expect(posts).toContainText('Phone is required');
  await expect(posts).toContainText('Waiting');
  await expect(posts.getByRole('link', { name: source.name, exact: true })).toBeVisible();
  await expectLoadedAndAccessible(page);

  await posts.getByRole('link', { name: /^View: / }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Post from ${source.name}` })).toBeVisible();
  await expect(getVerdict(page)).toHaveText('This request would be refused');
  await expect(page.getByRole('region', { name: 'What arrived' })).toContainText('nachname');
  await expectLoadedAndAccessible(page);

  await page.getByRole('link', { name: 'Change the mapping' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mapping' })).toBeVisible();
  await expect(getVerdict(page)).toHaveText('This request would be refused');
  await expect(page.getByText('Nothing was saved yet.')).toBeVisible();
  for (const [name, label, field] of targets) {
    const select = page.getByLabel(`Goes to: ${name}`, { exact: true });
    await select.selectOption(label);
    await expect(select).toHaveValue(field);
  }
  const firstName = page.getByLabel('Goes to: vorname', { exact: true });
  await firstName.selectOption('Kept with the lead, in no field');
  await expect(firstName).toHaveValue('');
  await firstName.selectOption('First name');
  const lead = page.getByRole('region', { name: 'The lead' });
  await expect(lead).toContainText('Ann');
  await expect(getVerdict(page)).toHaveText('This request would be refused');

  await page.getByLabel('Field', { exact: true }).selectOption('Lead type');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const leadType = page.getByRole('group', { name: 'Lead type', exact: true });
  const constant = leadType.getByLabel('If nothing was sent');
  await expect(constant).toHaveAccessibleDescription('One of: Fixed, Indexed, MYGA');
  await constant.fill('Indexed');
  const assets = page.getByRole('group', { name: 'Estimated assets', exact: true });
  await assets.getByRole('button', { name: 'Add a value' }).click();
  await assets.getByLabel('Sent', { exact: true }).fill('mittel');
  await page.getByRole('button', { name: 'Save as version 1' }).click();
  await expect(assets.getByText('Values must have 1 to 500 characters')).toBeVisible();
  await expect(assets.getByLabel('Means', { exact: true })).toBeFocused();
  await assets.getByLabel('Means', { exact: true }).fill('$250K-$500K');
  await expect(getVerdict(page)).toHaveText('This request becomes a lead');
  await expect(lead).toContainText('Indexed');
  await expectLoadedAndAccessible(page);

  await page.getByRole('button', { name: 'Save as version 1' }).click();
  await expectNotice(page, 'Mapping saved', 'It applies from the next post on.');
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('Version 1');
  await expect(page.getByRole('button', { name: 'Save as version 2' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  await page.getByRole('link', { name: 'Replay the held posts' }).click();
  await expect(posts).toHaveCount(1);
  await withSeededAgentsPaused(
    system,
    async () => {
      await posts.getByRole('button', { name: /^Replay: / }).click();
      await expectNotice(page, 'It became a lead', 'It is offered to agents unless it is too old by now.');
      await expect(page.getByText('No held posts match these filters')).toBeVisible();
      await expectFocusKept(page);
      await page.getByLabel('Status').selectOption('Became a lead');
      await expect(posts).toHaveCount(1);
      await posts.getByRole('link', { name: 'Open the lead' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Ann Lee' })).toBeVisible();
    },
    'pm_card_visa',
  );
});

test('an earlier version is used again, and a held post is discarded', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const source = await createFunnelWithAddress(page, system);
  await saveMapping(page, system, source, { rules: [] }, 0);
  await saveMapping(page, system, source, germanMapping, 1);
  const mappingUrl = `${system.urls.web}/admin/funnels/${source.id}/mapping`;
  const previewPath = `/api/admin/funnels/${source.id}/preview`;

  const recoverMapping = await failLoads(page, `/api/admin/funnels/${source.id}/mapping`);
  await page.goto(mappingUrl);
  await expect(page.getByRole('alert')).toContainText('The mapping could not be loaded.');
  await recoverMapping();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Paste a request to see how it is read.')).toBeVisible();
  await failOnce(page, 'POST', previewPath);
  await page.getByLabel('Request body').fill(JSON.stringify(germanLead()));
  await expect(page.getByRole('alert')).toContainText('The preview could not be loaded.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(getVerdict(page)).toHaveText('This request becomes a lead');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectFocusKept(page);

  await page.getByRole('button', { name: 'Use this version: 1' }).click();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  const toFunnel = page.getByRole('link', { name: source.name });
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await toFunnel.click();
  await expect(leaving).toContainText('The mapping is not saved yet, and your changes will be lost.');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(leaving).toHaveCount(0);
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await expect(getVerdict(page)).toHaveText('This request would be refused');
  await saveMapping(page, system, source, germanMapping, 2);
  const save = page.getByRole('button', { name: /^Save as version/ });
  await save.click();
  const conflict = page.getByRole('alert').filter({ hasText: 'These settings changed in the meantime' });
  await expect(conflict).toBeVisible();
  await conflict.getByRole('button', { name: 'Load the current settings' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(save).toHaveText('Save as version 4');

  await page.getByRole('button', { name: 'Use this version: 1' }).click();
  await toFunnel.click();
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: source.name })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Use this version: 1' }).click();
  await failOnce(page, 'POST', `/api/admin/funnels/${source.id}/mapping`);
  await save.click();
  await expectNotice(page, 'Error', BUSY);
  await save.click();
  await expectNotice(page, 'Mapping saved');
  await expect(save).toHaveText('Save as version 5');

  // Every version refuses this post, so it does not matter that gateways learn of the latest one a moment later.
  await hold(page, system, source, { ...germanLead(), telefon: '12' }, 1);
  const recover = await failLoads(page, '/api/admin/held-posts');
  await page.goto(`${system.urls.web}/admin/held-posts?funnel=${source.id}`);
  await expect(page.getByRole('alert')).toContainText('The held posts could not be loaded.');
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  const posts = getPosts(page);
  await expect(posts).toHaveCount(1);
  const replay = posts.getByRole('button', { name: /^Replay: / });
  await failOnce(page, 'POST', /\/api\/admin\/held-posts\/[\da-f-]+\/replay$/);
  await replay.click();
  await expectNotice(page, 'Error', BUSY);
  await replay.click();
  await expectNotice(page, 'Refused again');
  await expect(posts).toHaveCount(1);

  await posts.getByRole('button', { name: /^Discard: / }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toHaveAccessibleName('Discard this post?');
  await expect(dialog).toContainText("You can't undo this.");
  await expectAccessible(page);
  await failOnce(page, 'POST', /\/api\/admin\/held-posts\/[\da-f-]+\/discard$/);
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(BUSY);
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expectNotice(page, 'Post discarded', 'What arrived was removed.');
  await expect(posts).toHaveCount(0);
  await expectFocusKept(page);

  await page.getByLabel('Status').selectOption('Discarded');
  await expect(posts).toHaveCount(1);
  await expect(posts.getByRole('button')).toHaveCount(0);
  await posts.getByRole('link', { name: /^View: / }).click();
  await expect(page.getByText('What arrived was removed when the post ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Replay/ })).toHaveCount(0);
});

test('replays all held posts in turn, until the replay is stopped or fails', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const source = await createFunnelWithAddress(page, system);
  await hold(page, system, source, germanLead(), 1);
  await hold(page, system, source, germanLead(), 2);
  await hold(page, system, source, germanLead(), 3);
  await hold(page, system, source, { ...germanLead(), telefon: '12' }, 4);
  await saveMapping(page, system, source, germanMapping, 0);
  const replays = /\/api\/admin\/held-posts\/[\da-f-]+\/replay$/;
  const isReplay = (url: URL) => replays.test(url.pathname);

  await page.goto(`${system.urls.web}/admin/funnels/${source.id}`);
  await page.getByRole('link', { name: 'Held posts', exact: true }).click();
  const posts = getPosts(page);
  await expect(posts).toHaveCount(4);
  const dialog = page.getByRole('dialog', { name: 'Replay all waiting posts?' });
  const open = async () => {
    await page.getByRole('button', { name: 'Replay all' }).click();
    await expect(dialog).toBeVisible();
  };
  const close = async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await expectFocusKept(page);
  };
  const start = dialog.getByRole('button', { name: 'Replay all' });
  const status = dialog.getByRole('status');

  await open();
  await failOnce(page, 'POST', replays);
  await start.click();
  await expect(dialog.getByRole('alert')).toHaveText(BUSY);
  await expect(status).toHaveText('0 of 4 replayed.');
  await expectAccessible(page);
  await close();
  await expect(posts).toHaveCount(4);

  await withSeededAgentsPaused(
    system,
    async () => {
      /** Starts a replay that waits for its first answer. */
      const startHeld = async (total: number) => {
        await open();
        const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
        await page.route(isReplay, async (route) => {
          await released;
          await route.continue();
        });
        await start.click();
        await expect(status).toHaveText(`0 of ${total} replayed.`);
        return () => release(undefined);
      };
      const release = await startHeld(4);
      await dialog.getByRole('button', { name: 'Stop' }).click();
      release();
      await expect(status).toHaveText('Stopped. 1 of 4 replayed: 1 became a lead.');
      await page.unroute(isReplay);
      await close();
      await expect(posts).toHaveCount(3);

      // Leaving the page stops it too.
      const releaseLeft = await startHeld(3);
      const answered = page.waitForResponse((answer) => isReplay(new URL(answer.url())));
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: source.name })).toBeVisible();
      releaseLeft();
      await (await answered).finished();
      await page.unroute(isReplay);
      await page.goForward();
      await expect(posts).toHaveCount(2);

      await open();
      await start.click();
      await expect(status).toHaveText('2 of 2 replayed: 1 became a lead, 1 was refused again.');
      await close();
      await expect(posts).toHaveCount(1);
    },
    'pm_card_visa',
  );
});

import { withClient } from './pg-client.js';

/** Returns what the names of all template databases of one test run begin with. */
export const templatePrefix = (runId: string): string => `desk_template_${runId}_`;

/** Drops the templates of a test run, which would stay on a server that outlives the run. */
export async function dropTemplates(serverUrl: string, runId: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [templatePrefix(runId)],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname}`);
  });
}

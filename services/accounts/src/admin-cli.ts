import { createDataSource } from '@desk/service-kit';
import { AdminCommands } from './admin/admin-commands.js';
import { readPassword } from './admin/read-password.js';
import { parseArguments, usage } from './admin/arguments.js';
import { database } from './database/database.js';

/**
 * `create EMAIL`: the first admin, and further ones. `disable`, `enable`, `sign-out EMAIL`: an admin's word about
 * somebody's account. DATABASE_URL is that of the accounts role.
 */
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const asked = parseArguments(process.argv.slice(2));
  if (!asked) throw new Error(usage);
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL is missing: the database, as the accounts role.');
  const dataSource = createDataSource({ ...database, url, poolSize: 1 });
  await dataSource.initialize();
  try {
    const commands = new AdminCommands(dataSource);
    if (asked.command !== 'create') {
      await commands.change(asked.command, asked.email);
      print(`${asked.command}: done`);
    } else if (asked.ifMissing && (await commands.exists(asked.email))) {
      print('there already');
    } else {
      const { password, isGenerated } = await readPassword();
      await commands.create({ ...asked, password });
      print('The admin is created.');
      if (isGenerated) print(`Password (shown this once): ${password}`);
    }
  } finally {
    await dataSource.destroy();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

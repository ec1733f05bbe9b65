import { randomBytes } from 'node:crypto';
import { createDataSource, readInputLine, readOperator, readPersonalArguments } from '@desk/service-kit';
import { database } from '../database/data-source.js';
import { AdminCommands } from './admin-commands.js';
import { parseArguments, USAGE } from './arguments.js';

// Manages accounts from the command line (see USAGE). DATABASE_URL must connect as the accounts role. The audit log
// names the operator (see `readOperator`).

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Reads a password from ADMIN_PASSWORD, or else a line of standard input. Generates one if that is empty. */
async function readPassword(): Promise<{ password: string; isGenerated: boolean }> {
  const input =
    process.env['ADMIN_PASSWORD'] ?? (await readInputLine('Password (leave empty to generate one): '));
  if (input !== '') return { password: input, isGenerated: false };
  return { password: randomBytes(18).toString('base64url'), isGenerated: true };
}

async function main(): Promise<void> {
  const options = parseArguments(await readPersonalArguments(process.argv.slice(2)));
  if (!options) throw new Error(USAGE);
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL is missing. Set it to the database, as the accounts role.');
  const dataSource = createDataSource({ ...database, url, poolSize: 1 });
  await dataSource.initialize();
  try {
    const commands = new AdminCommands(dataSource, readOperator());
    if (options.command !== 'create') {
      await commands.change(options.command, options.email);
      print(`${options.command}: done`);
    } else if (options.ifMissing && (await commands.exists(options.email))) {
      print('The account already exists.');
    } else {
      const { password, isGenerated } = await readPassword();
      await commands.create({ ...options, password });
      print('Admin account created.');
      if (isGenerated) print(`Password (shown only once): ${password}`);
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

import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { PRIVATE_MODE, runCommand, writeNewSecrets } from '../secret-files.js';
import { generateSettings } from './compose-settings.js';
import { formatEnvFile, updateEnvFile } from './env-file.js';

const USAGE = `usage: npm run compose:secrets -- [--public-url https://…] [--file .env]
       npm run compose:secrets -- --update [--file .env]
  Writes the settings and secrets of an installation with Docker Compose: of the demo, or with --public-url of one
  behind Caddy with real providers. Never replaces a file.
  --update  derives message keys again from ROOT_KEYS and adds passwords and keys that are missing`;

/** Compose reads `.env`. A file of another name is for Kubernetes. */
const describeNext = (file: string, command: string): string =>
  `Next: ${basename(file) === '.env' ? command : `npm run kubernetes:secrets -- --file ${file} …`}`;

function create(file: string, publicUrl: string | undefined): string {
  if (publicUrl !== undefined && URL.parse(publicUrl)?.protocol !== 'https:')
    throw new Error('--public-url must be an https address.');
  writeNewSecrets(
    file,
    formatEnvFile(generateSettings(publicUrl)),
    ': without its keys, the data of this installation cannot be read.',
  );
  const missing = publicUrl === undefined ? '' : ' Fill in the card provider and the mail server in it.';
  return `${file} is written.${missing} ${describeNext(file, 'docker compose up --detach')}`;
}

/** Replaces the file at once, so that a crash leaves either the old one or the new one. */
function update(file: string): string {
  const updated = updateEnvFile(readFileSync(file, 'utf8'));
  writeFileSync(`${file}.new`, updated, { mode: PRIVATE_MODE, flush: true });
  chmodSync(`${file}.new`, PRIVATE_MODE);
  renameSync(`${file}.new`, file);
  const command = 'docker compose run --rm migrate && docker compose up --detach';
  return `${file} is up to date. ${describeNext(file, command)}`;
}

runCommand(() => {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', default: '.env' },
      'public-url': { type: 'string' },
      update: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { file, 'public-url': publicUrl } = values;
  return values.help ? USAGE : values.update ? update(file) : create(file, publicUrl);
});

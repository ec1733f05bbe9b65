import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseAllowList } from './allow-list.js';
import { findUnused } from './assess.js';
import { buildImage, doesDockerAnswer, isImageAvailable, runInImage } from './docker.js';
import { DatabaseError, OsvClient } from './osv-client.js';
import { parseImageContents } from './packages.js';
import { formatReport } from './report.js';
import { scan } from './scan.js';

const USAGE = `usage: node tools/advisories/dist/scan-image.js [--image NAME] [--required]
  Looks up the Debian and npm packages of the image in the advisory database OSV.dev.
  --image NAME  scans this image; otherwise builds the Dockerfile
  --required    fails if the image could not be scanned
  OSV_URL, OSV_CHECK_TIMEOUT_MS and OSV_TIMEOUT_MS change the database and how long to wait for it.`;

const OSV_URL = 'https://api.osv.dev';
const CHECK_TIMEOUT_MS = 1_500;
const TIMEOUT_MS = 30_000;
const BUILT_IMAGE = 'annuity-desk:scan';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Why there is no answer. Not a failure: a database that is away must not stop a release, nor look like a clean scan. */
class NotScanned extends Error {}

const client = new OsvClient({
  baseUrl: process.env.OSV_URL || OSV_URL,
  checkTimeoutMs: Number(process.env.OSV_CHECK_TIMEOUT_MS || CHECK_TIMEOUT_MS),
  timeoutMs: Number(process.env.OSV_TIMEOUT_MS || TIMEOUT_MS),
});

async function build(): Promise<string> {
  const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(readText('../../../Dockerfile'))?.[1] ?? '';
  if (!(await isImageAvailable(base))) throw new NotScanned(`the base image ${base} cannot be pulled`);
  await buildImage(root, BUILT_IMAGE);
  return BUILT_IMAGE;
}

/** Returns whether the image is free of advisories to act on. */
async function scanImage(name: string | undefined): Promise<boolean> {
  const allowList = parseAllowList(readText('../allow-list.json'));
  const [isDockerThere] = await Promise.all([doesDockerAnswer(), client.check()]);
  if (!isDockerThere) throw new NotScanned('Docker does not answer');
  const image = name ?? (await build());
  const packages = parseImageContents(await runInImage(image, readText('./list-packages.mjs')));
  const findings = await scan(packages, client, allowList, new Date().toISOString().slice(0, 10));
  console.log(formatReport(packages.length, findings, findUnused(allowList, findings)));
  return !findings.some(({ fails }) => fails);
}

const { values } = parseArgs({
  options: {
    image: { type: 'string' },
    required: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(USAGE);
else
  try {
    if (!(await scanImage(values.image))) process.exitCode = 1;
  } catch (error) {
    const { message } = error as Error;
    const isUnanswered = error instanceof NotScanned || error instanceof DatabaseError;
    console.log(isUnanswered ? `NOT SCANNED: ${message}` : message);
    process.exitCode = isUnanswered && !values.required ? 0 : 1;
  }

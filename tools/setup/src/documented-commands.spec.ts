import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { findPolicyProblems } from '../../manifests/test/checks/policies.js';
import type { Fields, Manifest } from '../../manifests/test/render/manifest.js';
import { repositoryFolder } from '../test/documents.js';

/** The commands in everything that operators read, also those in lists. */
const commands = globSync(['*.md', 'docs/**/*.md'], { cwd: repositoryFolder }).flatMap((document) =>
  [...readFileSync(repositoryFolder + document, 'utf8').matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(
    ([, text = '']) => ({ document, text }),
  ),
);

/**
 * Names of files that a command writes into the installation folder: `> NAME`, `--file NAME`, `-out NAME`, `writes
 * NAME`.
 */
const WRITTEN_FILE = /(?:> ?|--(?:file|output)[ =]|-out |writes )([\w-]*\.[\w.-]*\w)(?![\w/=(])/g;
const writtenFiles = new Set([
  ...commands.flatMap(({ text }) => [...text.matchAll(WRITTEN_FILE)].map(([, name = '']) => name)),
  // Documents write FILE for them.
  '.env.kubernetes.json',
  'annuity-desk-20260131T235900Z.backup',
]);

describe('files that the documents have operators write', () => {
  let repository: string;

  beforeAll(() => {
    repository = mkdtempSync(join(tmpdir(), 'desk-documents-'));
    execFileSync('git', ['init', '--quiet', repository]);
    copyFileSync(join(repositoryFolder, '.gitignore'), join(repository, '.gitignore'));
  });
  afterAll(() => rmSync(repository, { recursive: true }));

  it('are found', () => {
    expect([...writtenFiles]).toEqual(
      expect.arrayContaining([
        '.env',
        '.env.production',
        'agent-ID.json',
        'agent.json',
        'consumer.json',
        'dkim.pem',
      ]),
    );
  });

  it.each([...writtenFiles])('%s cannot be committed by mistake', (name) => {
    expect(spawnSync('git', ['check-ignore', '--quiet', name], { cwd: repository }).status).toBe(0);
  });

  it.each([...writtenFiles])('%s stays out of the image', (name) => {
    const patterns = readFileSync(join(repositoryFolder, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/^[#!]/.test(line))
      .map((line) =>
        line
          .replace(/^\*\*\//, '')
          .replaceAll('.', '\\.')
          .replaceAll('*', '[^/]*'),
      );
    expect(patterns.some((pattern) => new RegExp(`^${pattern}$`).test(name))).toBe(true);
  });

  it('ignore nothing that is committed', () => {
    const list = ['ls-files', '--cached', '--ignored', '--exclude-per-directory=.gitignore'];
    const { status, stdout } = spawnSync('git', list, { cwd: repositoryFolder, encoding: 'utf8' });
    // An archive of the sources has no list of committed files.
    if (status === 0) expect(stdout).toBe('');
  });
});

describe('commands for kubectl', () => {
  it('do not wait for hours for a job that has failed', () => {
    const waiting = commands
      .flatMap(({ document, text }) => text.split('\n').map((line) => `${document}: ${line.trim()}`))
      .filter((line) => /kubectl .*\bwait .*--for=condition=complete/.test(line));
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.filter((line) => !/--timeout=\d+[sm]\b/.test(line))).toEqual([]);
  });

  it('pass standard input on to a program that reads it', () => {
    const reading = commands
      .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'))
      .filter((line) => /kubectl .*\bexec .* -(?: |$)/.test(line));
    expect(reading.length).toBeGreaterThan(0);
    expect(reading.filter((line) => !line.includes(' --stdin '))).toEqual([]);
  });

  it('start only pods that the cluster admits', () => {
    const pods = commands
      .flatMap(({ text }) => [...text.matchAll(/<<'END'\n(.*?)\n *END$/gms)].map(([, yaml = '']) => yaml))
      .map((yaml) => parse(yaml) as Manifest)
      .filter(({ kind }) => kind === 'Pod');
    const asJobs = pods.map((pod) => ({
      ...pod,
      kind: 'Job',
      spec: { template: { spec: pod['spec'] as Fields } },
    }));
    expect(pods.length).toBeGreaterThan(0);
    expect(findPolicyProblems(asJobs)).toEqual([]);
  });
});

import { spawnSync } from 'node:child_process';

interface Manager {
  program: string;
  commands: readonly (readonly string[])[];
  /** Homebrew refuses to run as root; the others need it. */
  needsRoot: boolean;
}

const managers: readonly Manager[] = [
  {
    program: 'apt-get',
    commands: [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'],
    ],
    needsRoot: true,
  },
  {
    program: 'dnf',
    commands: [
      ['install', '-y', '-q', 'valkey'],
      ['install', '-y', '-q', 'redis'],
    ],
    needsRoot: true,
  },
  { program: 'yum', commands: [['install', '-y', '-q', 'redis']], needsRoot: true },
  {
    program: 'apk',
    commands: [
      ['add', '--quiet', 'valkey'],
      ['add', '--quiet', 'redis'],
    ],
    needsRoot: true,
  },
  { program: 'zypper', commands: [['--non-interactive', 'install', 'redis']], needsRoot: true },
  { program: 'pacman', commands: [['-S', '--noconfirm', '--needed', 'valkey']], needsRoot: true },
  { program: 'brew', commands: [['install', '--quiet', 'redis']], needsRoot: false },
];

const runs = (program: string, args: readonly string[], timeout: number): boolean =>
  spawnSync(program, args, {
    stdio: 'ignore',
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** `installed`, or in a few words why not. */
export function installRedis(onProgress: (what: string) => void = () => undefined): string {
  const manager = managers.find(({ program }) => runs(program, ['--version'], 10_000));
  if (!manager) return 'no known package manager';
  const { program, commands, needsRoot } = manager;
  const isRoot = process.getuid?.() === 0;
  const prefix = needsRoot && !isRoot ? ['sudo', '-n'] : [];
  if (prefix.length > 0 && !runs('sudo', ['-n', 'true'], 5_000)) return `${program} needs root`;
  if (!needsRoot && isRoot) return `${program} does not run as root`;
  onProgress(`installing Redis with ${program}`);
  let succeeded = false;
  for (const command of commands) {
    const [first = program, ...rest] = [...prefix, program, ...command];
    succeeded = runs(first, rest, 180_000);
    // Alternatives: the first one that works is enough. `update` only prepares.
    if (succeeded && command[0] !== 'update') break;
  }
  return succeeded ? 'installed' : `${program} could not install it`;
}

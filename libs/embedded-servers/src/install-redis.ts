import { spawnSync } from 'node:child_process';

const PROBE_TIMEOUT_MS = 10_000;
const INSTALL_TIMEOUT_MS = 180_000;

interface PackageManager {
  program: string;
  commands: readonly (readonly string[])[];
  /** Homebrew refuses to run as root; the others need it. */
  needsRoot: boolean;
}

const packageManagers: readonly PackageManager[] = [
  {
    program: 'apt-get',
    commands: [
      ['update', '-qq'],
      // Another process may be installing it.
      ['install', '-y', '-qq', '-o', 'DPkg::Lock::Timeout=120', '--no-install-recommends', 'redis-server'],
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

function runsSuccessfully(program: string, args: readonly string[], timeoutMs: number): boolean {
  const { status } = spawnSync(program, args, {
    stdio: 'ignore',
    timeout: timeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** Returns `installed`, or the reason why not in a few words. */
export function installRedis(onProgress: (message: string) => void = () => undefined): string {
  const manager = packageManagers.find(({ program }) =>
    runsSuccessfully(program, ['--version'], PROBE_TIMEOUT_MS),
  );
  if (!manager) return 'no known package manager';
  const { program, commands, needsRoot } = manager;
  const isRoot = process.getuid?.() === 0;
  const prefix = needsRoot && !isRoot ? ['sudo', '-n'] : [];
  if (prefix.length > 0 && !runsSuccessfully('sudo', ['-n', 'true'], PROBE_TIMEOUT_MS))
    return `${program} needs root`;
  if (!needsRoot && isRoot) return `${program} does not run as root`;
  onProgress(`installing Redis with ${program}`);
  let hasSucceeded = false;
  for (const command of commands) {
    const [first = program, ...rest] = [...prefix, program, ...command];
    hasSucceeded = runsSuccessfully(first, rest, INSTALL_TIMEOUT_MS);
    // The commands are alternatives, except that `update` only prepares the next one.
    if (hasSucceeded && command[0] !== 'update') break;
  }
  return hasSucceeded ? 'installed' : `${program} could not install it`;
}

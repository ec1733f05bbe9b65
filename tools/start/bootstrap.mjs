// The entry point of the npm scripts. It runs on Node 20 or newer with nothing installed: it installs what the task
// needs, builds, and hands over to the task on the Node version that the project pins.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './bootstrap/build.mjs';
import { install } from './bootstrap/install.mjs';
import { childEnv, findNode, root } from './bootstrap/paths.mjs';

const OLDEST_NODE_MAJOR = 20;

const runtimeTask = (file) => ({ file, withDevDependencies: false });
const developmentTask = (file) => ({ file, withDevDependencies: true });
const tasks = {
  start: runtimeTask('tools/start/dist/main.js'),
  admin: runtimeTask('tools/start/dist/admin.js'),
  funnel: runtimeTask('tools/start/dist/funnel.js'),
  reconcile: runtimeTask('tools/start/dist/reconcile.js'),
  recount: runtimeTask('tools/start/dist/recount.js'),
  keys: runtimeTask('tools/start/dist/keys.js'),
  'compose:secrets': runtimeTask('tools/setup/dist/compose/write-secrets.js'),
  'kubernetes:secrets': runtimeTask('tools/setup/dist/kubernetes/write-secrets.js'),
  verify: runtimeTask('tools/verify/dist/main.js'),
  'smoke:stripe': runtimeTask('tools/verify/dist/smoke/main.js'),
  backup: runtimeTask('tools/backup/dist/backup.js'),
  restore: runtimeTask('tools/backup/dist/restore.js'),
  privacy: runtimeTask('tools/privacy/dist/main.js'),
  mail: runtimeTask('services/notifier/dist/cli/mail-cli.js'),
  demo: runtimeTask('tools/demo/dist/main.js'),
  chaos: developmentTask('tools/chaos/dist/main.js'),
  bench: developmentTask('tools/bench/dist/main.js'),
  hostile: developmentTask('tools/hostile/dist/main.js'),
  audit: developmentTask('tools/audit/dist/main.js'),
  release: developmentTask('tools/release/dist/main.js'),
  test: developmentTask('tools/start/dist/test.js'),
};

function fail(message, exitCode = 1) {
  console.error(message);
  process.exit(exitCode);
}

/** Runs the task on the same terminal, forwards signals, and exits with its exit code. */
function run(file, args) {
  const child = spawn(findNode(), ['--enable-source-maps', join(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...childEnv(), DESK_STARTER: String(process.pid) },
  });
  child.once('error', (error) => fail(`The pinned Node could not be started: ${error.message}`));
  // Ctrl-C in a terminal reaches the child directly as well; tasks treat a quick second signal as the same one.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // If npm is killed with SIGKILL, nothing forwards the signal: stop the task once npm is gone.
  const npm = process.env.npm_lifecycle_event && process.ppid;
  if (npm) {
    const check = setInterval(() => {
      if (process.ppid === npm) return;
      clearInterval(check);
      child.kill('SIGTERM');
    }, 1000).unref();
  }
  child.once('exit', (code, signal) => {
    if (signal) {
      for (const name of ['SIGINT', 'SIGTERM']) process.removeAllListeners(name);
      process.kill(process.pid, signal);
    } else process.exit(code ?? 1);
  });
}

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_NODE_MAJOR) {
  fail(`Node ${OLDEST_NODE_MAJOR} or newer is needed; this is ${process.version}. See https://nodejs.org.`);
}
const [name, ...args] = process.argv.slice(2);
const task = tasks[name];
if (!task) fail(`Usage: node tools/start/bootstrap.mjs <${Object.keys(tasks).join('|')}> [arguments]`);
try {
  await install(task);
  await build({ needsRedis: name === 'start' && !process.env.REDIS_URL });
} catch (error) {
  fail(error.message, error.exitCode);
}
run(task.file, args);

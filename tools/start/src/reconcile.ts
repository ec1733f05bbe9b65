import { runServiceCli } from './run-service-cli.js';

runServiceCli('billing', 'reconcile-cli', { exitNotRun: 2 });

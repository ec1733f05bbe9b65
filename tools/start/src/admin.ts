import { runServiceCli } from './run-service-cli.js';

runServiceCli('accounts', 'admin-cli');

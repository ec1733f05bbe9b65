import { runServiceCli } from './run-service-cli.js';

runServiceCli('lead-router', 'recount-cli');

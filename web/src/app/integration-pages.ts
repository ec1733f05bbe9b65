import * as deliveries from './routes/integration-deliveries';
import * as integrations from './routes/integrations';
import * as integrationsSlack from './routes/integrations-slack';

/** The route modules of the pages about channels, by the name of their title. */
export const integrationPages = { deliveries, integrations, integrationsSlack };
export type IntegrationPageName = keyof typeof integrationPages;

import { page } from '@/config/pages';
import * as admin from './routes/admin';
import * as adminDeliveries from './routes/admin-deliveries';
import * as adminFunnel from './routes/admin-funnel';
import * as adminFunnels from './routes/admin-funnels';
import * as adminIncidents from './routes/admin-incidents';
import * as adminIntegrations from './routes/admin-integrations';
import * as adminLead from './routes/admin-lead';
import * as adminLeads from './routes/admin-leads';
import * as adminMessages from './routes/admin-messages';
import * as adminQueue from './routes/admin-queue';
import * as adminQueues from './routes/admin-queues';
import * as adminUser from './routes/admin-user';
import * as adminWaiting from './routes/admin-waiting';

/** The routes of the pages that only admins see, with their titles, but for those about money. */
export const adminPages = {
  admin: { ...admin, handle: page('Admin Dashboard') },
  adminDeliveries: { ...adminDeliveries, handle: page('Deliveries') },
  adminFunnel: { ...adminFunnel, handle: page('Funnel') },
  adminFunnels: { ...adminFunnels, handle: page('Funnels') },
  adminIncidents: { ...adminIncidents, handle: page('Incidents') },
  adminIntegrations: { ...adminIntegrations, handle: page('Integration Requests') },
  adminLead: { ...adminLead, handle: page('Lead') },
  adminLeads: { ...adminLeads, handle: page('Leads') },
  adminMessages: { ...adminMessages, handle: page('Failed Messages') },
  adminQueue: { ...adminQueue, handle: page('Queue') },
  adminQueues: { ...adminQueues, handle: page('Queues') },
  adminUser: { ...adminUser, handle: page('User') },
  adminWaiting: { ...adminWaiting, handle: page('Waiting Leads') },
};
export type AdminPageName = keyof typeof adminPages;

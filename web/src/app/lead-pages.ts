import * as dashboard from './routes/dashboard';
import * as lead from './routes/lead';
import * as leadReport from './routes/lead-report';
import * as receipt from './routes/receipt';

/** The route modules of the pages about an agent's leads, by the name of their title. */
export const leadPages = { dashboard, lead, leadReport, receipt };
export type LeadPageName = keyof typeof leadPages;

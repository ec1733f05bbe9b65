import type { LoadPlan } from './plan.js';
import { LeadPoster } from './post-leads.js';

/** A program: posts leads as its parent tells it to, so that the parent's work does not delay the posts. */
const [webUrl = '', connections = ''] = process.argv.slice(2);
const poster = new LeadPoster(webUrl, process.env.FUNNEL_KEY ?? '', Number(connections));

process.on('message', (plan: LoadPlan) => {
  void poster.run(plan).then((result) => process.send?.(result));
});
process.once('disconnect', () => poster.close());

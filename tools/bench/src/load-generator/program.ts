import { LeadPoster, type LoadPlan } from './lead-poster.js';

/** A program: posts leads when its parent commands it, so that the parent's work does not delay the posts. */
const [webUrl = '', connections = ''] = process.argv.slice(2);
const poster = new LeadPoster({ webUrl, funnelKey: process.env.FUNNEL_KEY ?? '' }, Number(connections));

process.on('message', (plan: LoadPlan) => {
  void poster.run(plan).then((posts) => process.send?.(posts));
});
// Exits even in the middle of a plan: if the parent was killed, another system may use its ports by now.
process.once('disconnect', () => process.exit());

import { genericSource } from './any.source.js';
import { type ArrivedPost, findIn } from './arrived-post.js';
import { boberdoo } from './boberdoo.source.js';
import { cake } from './cake.source.js';
import { clickfunnels, clickfunnelsClassic } from './clickfunnels.source.js';
import { contactForm7 } from './contact-form-7.source.js';
import { elementor } from './elementor.source.js';
import { everflow } from './everflow.source.js';
import { gohighlevel } from './gohighlevel.source.js';
import { googleAds } from './google-ads.source.js';
import { gravityForms } from './gravity-forms.source.js';
import { hubspot } from './hubspot.source.js';
import { jotform } from './jotform.source.js';
import { leadProsper } from './lead-prosper.source.js';
import { leadbyte } from './leadbyte.source.js';
import { leadconduit } from './leadconduit.source.js';
import { leadexec } from './leadexec.source.js';
import { linkedin } from './linkedin.source.js';
import { leadspedia } from './leadspedia.source.js';
import { make } from './make.source.js';
import { meta } from './meta.source.js';
import { microsoftAds } from './microsoft-ads.source.js';
import { ninjaForms } from './ninja-forms.source.js';
import { phonexa } from './phonexa.source.js';
import { redditSnapchat } from './reddit-snapchat.source.js';
import type { Source } from './source.js';
import { tiktok } from './tiktok.source.js';
import { typeform } from './typeform.source.js';
import { unbounce } from './unbounce.source.js';
import { wpforms } from './wpforms.source.js';
import { zapier } from './zapier.source.js';

/** In the order in which a post is compared with them. */
export const sources: readonly Source[] = [
  googleAds,
  meta,
  linkedin,
  tiktok,
  typeform,
  jotform,
  unbounce,
  hubspot,
  gohighlevel,
  clickfunnels,
  clickfunnelsClassic,
  leadspedia,
  leadProsper,
  boberdoo,
  cake,
  leadbyte,
  leadexec,
  phonexa,
  leadconduit,
  elementor,
  everflow,
  // Nothing in their posts identifies them.
  microsoftAds,
  redditSnapchat,
  zapier,
  make,
  gravityForms,
  wpforms,
  contactForm7,
  ninjaForms,
];

/** Returns the source that a post shows signs of. */
export const recognize = (post: ArrivedPost): Source =>
  sources.find(
    ({ recognizedBy, readNotification }) =>
      readNotification?.(post.body) !== undefined ||
      recognizedBy.some((paths) => paths.every((path) => findIn(post, path) !== undefined)),
  ) ?? genericSource;

/** Those that an address may name. */
export const namedSources: readonly Source[] = [...sources, genericSource];

/** The source that an address names. */
export const findSource = (id: string): Source | undefined => namedSources.find((source) => source.id === id);

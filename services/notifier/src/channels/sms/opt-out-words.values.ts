/**
 * What people write to end, resume or ask about text messages.
 *
 * Sources: 47 CFR 64.1200(a)(10) (stop, quit, end, revoke, opt out, cancel, unsubscribe, and any reply that a
 * reasonable person would understand as a wish to end the messages; 89 FR 15756, in force since April 11, 2025), the
 * CTIA's Messaging Principles and Best Practices, section 5.1.3, twilio.com/docs/messaging/tutorials/advanced-opt-out,
 * and for French the keywords of Canadian carriers. Phrases and Spanish are our own. As of 2026-11-25; kept by hand.
 *
 * Written as `readKeyword` folds them: lower case, without accents, apostrophes and punctuation.
 */
const list = (text: string): readonly string[] => text.trim().split(/,\s+/);
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Twilio blocks the number and answers by itself if a message is one of these words and nothing else. */
export const twilioStopWords = words('stop stopall unsubscribe cancel end quit revoke optout');

/** Resume texts if the message is one of these words and nothing else. */
export const startMessages = words('start yes unstop');
export const helpMessages = words('help info ayuda');

/** End texts wherever they stand. */
export const stopWords = words(`
  stop stopall stopp stpo sotp unsuscribe optout revoke cease desist
  basta detener detengan detenganse parar pare paren desuscribir desuscribirme arret`);

/** End texts if all other words are `fillers` or `messageWords`: with others, they may be about anything. */
export const weakStopWords = words(`
  end quit cancel remove delete halt pause enough block alto baja fin cancelar cancele cancelen cancela terminar eliminar
  quitar salir`);

export const fillers = words(`
  please pls plz thanks thank thx you u now already just right away immediately asap all everything it this that these those
  the me my us here hey hi hello ok okay yes no sir maam dude man guys to at once forever and i we im want would like need can
  could will kindly from for so
  por favor porfavor gracias ya todo todos todas mis los las el la esto estos quiero de`);

/** What the sender wants to end. */
export const messageWords = words(`
  text texts texting message messages messaging msg msgs sms send sending contact contacting call calls calling write
  writing bother bothering spam spamming harass harassing notify notifications alert alerts subscription service leads
  mensaje mensajes texto textos alertas avisos`);

/** End texts if one of `messageWords` follows, at most with `fillers` in between. */
export const endingVerbs = words('stop quit end cancel cease discontinue halt pause dont never');

/** End texts wherever they stand. The last word may be a stem: `no me envi`. */
export const stopPhrases = list(`
  opt out, opt me out, opting out, no more, do not text, do not message, do not contact, do not send, do not call,
  do not bother, not text me, remove me, remove my, remove this number, delete me, delete my number, take me off,
  take my number off, take this number off, leave me alone, lose my number, lose this number, go away,
  not interested, no thanks, no thank you, wrong number, wrong person, this is spam, no longer wish, no longer want,
  dont want this, dont want these, dont want any, dont want your, dont want to get, dont want to receive,
  do not want this, do not want these, do not want any, do not want your, do not want to get, do not want to receive,
  no mas, no me envi, no me mand, no me escrib, no me textee, no me contact, no me llam, no me molest, no molest,
  no envien, no envie, no manden, no escriban, no quiero mas, no quiero recibir, ya no quiero, deja de, deje de,
  dejen de, dejenme, dejame en paz, quiteme, quitenme, quitame, borreme, borrenme, borrame, elimineme, eliminenme,
  eliminame, saqueme, saquenme, sacame, de baja, no gracias, numero equivocado`);

/** Complaints that messages go on. They end texts, although their last words are also in `harmlessPhrases`. */
export const complaints = list(`
  you dont stop, you dont ever stop, you do not stop, they dont stop, they do not stop`);

/**
 * Contain a word from above but are not a wish to end texts, unless punctuation comes in between: "Don't! Stop!". The
 * last one is our own text, which phones quote in reactions.
 */
export const harmlessPhrases = list(`
  dont stop, dont ever stop, do not stop, dont unsubscribe, do not unsubscribe, dont opt out, dont opt me out,
  do not opt me out, dont cancel, dont remove me, non stop, stop by, stop in, stop over, bus stop, truck stop,
  next stop, last stop, first stop, pit stop, one stop, stop sign, stop loss, no more than, no paren, no pare,
  no parar, reply stop to opt out`);

/** Signs that stand for "stop". All others are ignored. */
export const stopSigns: readonly string[] = ['🛑', '⛔', '🚫'];

/* global document */

/** The bank's question to the cardholder, as a dialog. Resolves to whether it was answered with yes. */
export function askCardholder() {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Bank check');
    const text = document.createElement('p');
    text.textContent = 'Test bank: do you approve the use of this card?';
    const answer = (label, approved) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.style.cssText = 'min-height:44px;padding:8px 16px;margin-right:8px;font:inherit';
      button.addEventListener('click', () => {
        dialog.close();
        dialog.remove();
        resolve(approved);
      });
      return button;
    };
    dialog.style.cssText = 'font:inherit;padding:24px;border-radius:10px;max-width:360px';
    dialog.addEventListener('cancel', () => {
      dialog.remove();
      resolve(false);
    });
    dialog.append(text, answer('Complete', true), answer('Fail', false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

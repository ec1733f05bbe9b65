/* global document */

/** Shows the bank's authentication dialog. Resolves with whether the cardholder approved. */
export function authenticateCardholder() {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Bank check');
    const text = document.createElement('p');
    text.textContent = 'Test bank: Do you approve the use of this card?';
    const createButton = (label, approved) => {
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
    dialog.append(text, createButton('Complete', true), createButton('Fail', false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

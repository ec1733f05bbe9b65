/** Moves the focus to the element that the URL's fragment names, or else to the start of the content. */
export function focusContent(): void {
  const target = document.getElementById(location.hash.slice(1)) ?? document.getElementById('main');
  target?.focus({ preventScroll: true });
}

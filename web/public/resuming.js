// Runs before the first paint, so that resuming a sign-up does not flash its first step.
try {
  const { sessionId } = JSON.parse(sessionStorage.getItem('desk.sign-up') ?? '{}');
  if (sessionId) document.documentElement.setAttribute('data-resuming', '');
} catch {
  // Without storage there is nothing to resume.
}

// Runs before the first paint: a sign-up under way must not flash its first step.
try {
  const { sessionId } = JSON.parse(sessionStorage.getItem('desk.sign-up') ?? '{}');
  if (sessionId) document.documentElement.setAttribute('data-resuming', '');
} catch {
  // Without storage there is nothing to resume.
}

/** Returns 200 while the process is running. */
export const loader = () => new Response('ok\n', { headers: { 'Content-Type': 'text/plain' } });

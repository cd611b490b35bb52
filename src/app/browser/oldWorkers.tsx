/**
 * Specification §4: offline mode is off. Removes service workers and caches of earlier versions (secure pages only).
 */
export async function removeOldWorkers(): Promise<void> {
  if (!isSecureContext) return
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  const names = await caches.keys()
  await Promise.all([
    ...registrations.map((registration) => registration.unregister()),
    ...names.map((name) => caches.delete(name)),
  ])
}

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SIGN_IN } from '#app/routes.ts'
import { ClientProvider } from '#kit/clientContext.tsx'
import { sentenceOf } from '#kit/failures.ts'
import { WITHOUT_PROMPT } from '#kit/redirect.ts'
import { navigateTo, setPageLoader } from '#kit/ui/navigation.tsx'
import { nonce } from '#kit/ui/site.tsx'
import { setExceptionOpener, useInlineNotices } from './announce.tsx'
import { preloadConsole, preloadScreen, SignIn } from './chunks.tsx'
import { applyStoredLanguage } from './language.tsx'
import { AppRouter } from './router.tsx'
import { client, SessionProvider } from './session.tsx'
import '#kit/ui/base.css'
import './PlainNotices.css'

/**
 * Adds the nonce to style elements that are created at run time, so that the page's security policy allows them. antd
 * adds it to its own; the libraries below antd do not when they lock scrolling behind a drawer or measure a scroll bar.
 */
function addNonceToStyles(): void {
  const create = document.createElement.bind(document) as (
    name: string,
    options?: ElementCreationOptions,
  ) => HTMLElement
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}

/**
 * Specification §4: offline mode is off. Removes service workers and caches of earlier versions (secure pages only).
 */
async function removeOldWorkers(): Promise<void> {
  if (!isSecureContext) return
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  const names = await caches.keys()
  await Promise.all([
    ...registrations.map((registration) => registration.unregister()),
    ...names.map((name) => caches.delete(name)),
  ])
}

/** Failures before the console is loaded, shown in the position and for the duration of its messages. */
function PlainNotices() {
  return (
    <div aria-live="assertive">
      {useInlineNotices().map((notice) => (
        <div key={notice.kind} className={`plain-notice plain-${notice.kind}`} role="alert">
          {notice.kind === 'notification' && <strong>{notice.title}</strong>}
          <p>{sentenceOf(notice)}</p>
        </div>
      ))}
    </div>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

addNonceToStyles()
setPageLoader(preloadScreen)
setExceptionOpener((path) => navigateTo(path, WITHOUT_PROMPT))
void removeOldWorkers()

if (location.pathname === SIGN_IN) SignIn.preload()
else preloadConsole(location.pathname)

// Not `await` at the top level: with it, the build would keep a file for each part that is only loaded lazily.
void applyStoredLanguage().then(() => {
  createRoot(root).render(
    <StrictMode>
      <ClientProvider value={client}>
        <SessionProvider>
          <AppRouter />
        </SessionProvider>
        <PlainNotices />
      </ClientProvider>
    </StrictMode>,
  )
})

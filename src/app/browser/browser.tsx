import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SIGN_IN } from '#app/routes.ts'
import { ClientProvider } from '#kit/clientContext.tsx'
import { UNASKED } from '#kit/redirect.ts'
import { navigateTo, pagesAreLoadedBy } from '#kit/ui/navigation.tsx'
import { exceptionsOpenBy } from './announce.tsx'
import { speakStored } from './language.tsx'
import { removeOldWorkers } from './oldWorkers.tsx'
import { PlainNotices } from './PlainNotices.tsx'
import { preloadConsole, preloadScreen, SignIn } from './parts.tsx'
import { Routed } from './router.tsx'
import { client, SessionProvider } from './session.tsx'
import { giveStylesNonce } from './styleNonce.tsx'
import '#kit/ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

giveStylesNonce()
pagesAreLoadedBy(preloadScreen)
exceptionsOpenBy((path) => navigateTo(path, UNASKED))
void removeOldWorkers()

if (location.pathname === SIGN_IN) SignIn.preload()
else preloadConsole(location.pathname)

await speakStored()

createRoot(root).render(
  <StrictMode>
    <ClientProvider value={client}>
      <SessionProvider>
        <Routed />
      </SessionProvider>
      <PlainNotices />
    </ClientProvider>
  </StrictMode>,
)

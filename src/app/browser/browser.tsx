import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SIGN_IN } from '#app/routes.ts'
import { ClientProvider } from '#kit/clientContext.tsx'
import { WITHOUT_PROMPT } from '#kit/redirect.ts'
import { navigateTo, setPageLoader } from '#kit/ui/navigation.tsx'
import { setExceptionOpener } from './announce.tsx'
import { applyStoredLanguage } from './language.tsx'
import { removeOldWorkers } from './oldWorkers.tsx'
import { PlainNotices } from './PlainNotices.tsx'
import { preloadConsole, preloadScreen, SignIn } from './parts.tsx'
import { AppRouter } from './router.tsx'
import { client, SessionProvider } from './session.tsx'
import { addNonceToStyles } from './styleNonce.tsx'
import '#kit/ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

addNonceToStyles()
setPageLoader(preloadScreen)
setExceptionOpener((path) => navigateTo(path, WITHOUT_PROMPT))
void removeOldWorkers()

if (location.pathname === SIGN_IN) SignIn.preload()
else preloadConsole(location.pathname)

await applyStoredLanguage()

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

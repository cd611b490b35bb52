import { Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { HOME } from '#app/routes.ts'
import { safeRedirect } from '#kit/redirect.ts'
import { useLanguage } from './language.tsx'
import { preloadConsole, SignIn } from './parts.tsx'
import { SignInLanguage } from './SignInLanguage.tsx'

/** First events of a visitor who uses the form: by keyboard, by pointer, or by a password manager that fills it in. */
const FIRST_EVENTS = ['keydown', 'pointerdown', 'input'] as const

/**
 * The sign-in page. Loads the console when the visitor starts typing, so that a visitor who only looks loads little.
 */
export function SignInPage() {
  const [query] = useSearchParams()
  const path = safeRedirect(query.get('redirect'), HOME)
  useEffect(() => {
    const stop = new AbortController()
    const load = () => {
      stop.abort()
      preloadConsole(new URL(path, location.origin).pathname)
    }
    for (const sign of FIRST_EVENTS) addEventListener(sign, load, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [path])
  return (
    <Suspense key={useLanguage().locale} fallback={null}>
      <SignIn />
      <SignInLanguage />
    </Suspense>
  )
}

// Runs before the page is painted: decides whether the frame in index.html is shown, on which side its menu is, and whose
// name and mark are in it, and requests what every page of the console reads first, and what this screen reads first, as the
// last visit stored it. The console's own code repeats these rules; frameScript.test.ts compares them.
;(() => {
  const root = document.documentElement
  const locale = localStorage.getItem('locale') ?? ''
  if (/^(he|ar|fa|ku)-[A-Z]{2}$/.test(locale)) root.dir = 'rtl'
  if (localStorage.getItem('menu-collapsed') === 'yes') root.classList.add('menu-collapsed')
  const token = localStorage.getItem('token')
  if (!token || location.pathname === '/user/login') return
  root.classList.add('signed-in')
  // The API's base URL, as the program was built with; in development the placeholder.
  const api = document.currentScript.dataset.api
  const base = api.startsWith('__') ? '' : api.slice(0, -1)
  const headers = { authorization: token, 'accept-language': locale || 'zh-CN' }
  const ofScreens = JSON.parse(localStorage.getItem('first-read-of-screens') ?? '{}')
  const ofScreen = location.search === '' && ofScreens[location.pathname]
  const paths = ['/api/currentUser', '/api/startup', ...(ofScreen ? [ofScreen] : [])]
  // Taken, and failures handled, by the console's requests (earlyResponses.ts).
  const byUrl = paths.map((path) => {
    const response = fetch(base + path, { headers, credentials: 'same-origin' })
    response.catch(() => undefined)
    return [base + path, response]
  })
  window.earlyResponses = { headers, byUrl: Object.fromEntries(byUrl) }
  const stored = localStorage.getItem('brand')
  if (!stored) return
  const brand = JSON.parse(stored)
  document.title = brand.title
  new MutationObserver((_changes, observer) => {
    // The element after the frame: the frame itself is complete, and not painted yet.
    if (!document.querySelector('noscript')) return
    observer.disconnect()
    const [mark, name] = document.querySelector('.early-frame .brand')?.children ?? []
    if (!mark || !name) return
    Object.assign(mark, { src: brand.src, width: brand.width, height: brand.height })
    name.textContent = brand.title
  }).observe(root, { childList: true, subtree: true })
})()

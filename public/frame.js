// Runs before the page is painted: decides whether the frame in index.html is shown, on which side its menu is, and whose
// name and mark are in it. The console's own code repeats these rules; frameScript.test.ts compares them.
;(() => {
  const root = document.documentElement
  const locale = localStorage.getItem('locale') ?? ''
  if (/^(he|ar|fa|ku)-[A-Z]{2}$/.test(locale)) root.dir = 'rtl'
  if (localStorage.getItem('menu-collapsed') === 'yes') root.classList.add('menu-collapsed')
  if (!localStorage.getItem('token') || location.pathname === '/user/login') return
  root.classList.add('signed-in')
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

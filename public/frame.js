// Runs before the page is painted: decides whether the frame in index.html is shown, and on which side its menu is.
// The console's own code repeats these rules; frameScript.test.ts compares them.
;(() => {
  const root = document.documentElement
  const locale = localStorage.getItem('locale') ?? ''
  if (/^(he|ar|fa|ku)-[A-Z]{2}$/.test(locale)) root.dir = 'rtl'
  if (localStorage.getItem('token') && location.pathname !== '/user/login') root.classList.add('signed-in')
  if (localStorage.getItem('menu-collapsed') === 'yes') root.classList.add('menu-collapsed')
})()

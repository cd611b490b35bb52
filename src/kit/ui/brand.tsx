import { useEffect } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { sizeWithin } from '#kit/sizeWithin.ts'
import { appTitle } from './site.tsx'
import { type User, useSession } from './user.tsx'

/** The mark and the name at the top left of the console; the name is also part of the window's title. */
interface Brand {
  title: string
  /** Address of the mark, and its size in the header, in pixels. */
  src: string
  width: number
  height: number
}

/** The installation's own, before a user is known and for companies without one. */
const OWN: Brand = { title: appTitle, src: '/logo.svg', width: 24, height: 24 }

/** The size of a company's logo in the header: a wide one is as long as five characters of the name. */
const BOX = { width: 96, height: 24 }

/** `frame.js` reads it before the page is painted. */
const KEY = 'brand'

/** The brand of the user's company. `urlOf` returns the URL of an address of the server. */
function brandOf(user: User, urlOf: (address: string) => string): Brand {
  const { companyShortName, companyLogo: logo } = user
  return {
    ...OWN,
    ...(companyShortName && { title: companyShortName }),
    ...(logo && { src: urlOf(logo.address), ...sizeWithin(logo, BOX) }),
  }
}

/** The brand to show now. */
export function useBrand(): Brand {
  const { user } = useSession()
  const { urlOf } = useClient()
  return user ? brandOf(user, urlOf) : OWN
}

/** Sets the title of the browser's window or tab while a page is shown. */
export function useWindowTitle(title: string): void {
  const { title: owner } = useBrand()
  useEffect(() => {
    document.title = `${title} - ${owner}`
  }, [title, owner])
}

/** Stores the brand of the user's company for the next visit, which paints the frame before the user is known. */
export function rememberBrand(user: User, urlOf: (address: string) => string): void {
  const isOwn = !user.companyShortName && !user.companyLogo
  if (isOwn) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, JSON.stringify(brandOf(user, urlOf)))
}

/** The brand of the last visit; the installation's own if there was none. */
export function rememberedBrand(): Brand {
  const stored = localStorage.getItem(KEY)
  return stored ? { ...OWN, ...(JSON.parse(stored) as Brand) } : OWN
}

/** The mark and the name, side by side. */
export function BrandMark({ brand: { title, src, width, height } }: { brand: Brand }) {
  return (
    <>
      <img src={src} alt="" width={width} height={height} />
      <span>{title}</span>
    </>
  )
}

import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import './print.css'

/**
 * 打印: the page as it stands, on paper. Brings the style sheet that leaves the frame and everything to press out; what a
 * screen wants left out besides carries `not-printed`, what is for paper alone `only-printed`. `large` at the thumb.
 */
export function PrintButton({ large }: { large?: boolean }) {
  return (
    <Button
      className="not-printed"
      size={large ? 'large' : 'medium'}
      icon={<Icon name="print" />}
      onClick={() => window.print()}
    >
      {t('打印')}
    </Button>
  )
}

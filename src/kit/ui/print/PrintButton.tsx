import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import './print.css'

/**
 * 打印: prints the page. Imports the stylesheet that hides the frame and all controls; a screen marks further elements to
 * hide with `not-printed`, and elements for paper only with `only-printed`. `large` in the bar at the bottom of a
 * phone.
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

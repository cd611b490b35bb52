export const secondFactor: Record<string, string> = {
  '请输入 6 位动态码': 'Please enter the 6-digit code of your app',
  动态码: 'App code',
  '您已开启两步验证。要换手机，请先关闭再重新开启。':
    'Two-step sign-in is on already. To change your phone, please turn it off and on again.',
  '密码不正确。': 'The password is wrong.',
  '您没有开启两步验证。': 'Two-step sign-in is not on.',
  '此人没有开启两步验证。': 'This person has not turned on two-step sign-in.',
  '您已开启两步验证，不必再次确认。': 'Two-step sign-in is on already and needs no further confirmation.',
  '动态码不正确，请核对手机的时间是否准确，再输入最新的动态码。':
    "The code is wrong. Please check that your phone's clock is right, then enter the latest code.",
  '请在个人设置里管理自己的两步验证。': 'Please manage your own two-step sign-in under personal settings.',
  '别人刚刚改过这项设置，您的修改没有保存，请刷新后再改。':
    'Somebody else has just changed this setting. Yours was not saved; please refresh first.',
  '贵公司要求您的角色开启两步验证，请先完成设置，再继续使用。':
    'Your company requires two-step sign-in for your role. Please set it up first.',
}

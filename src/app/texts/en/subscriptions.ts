/** Subscriptions to views, and the group robots that they are sent to. */
export const subscriptions: Record<string, string> = {
  名称: 'Name',
  群机器人: 'Group robot',
  机器人地址: 'Robot address',
  加签密钥: 'Signing secret',
  企业微信: 'WeCom',
  钉钉: 'DingTalk',
  飞书: 'Feishu',
  '已有 {n} 个群机器人，不能再增加，请先删除不用的。':
    'There are {n} group robots already; no more fit. Please delete those that are not used.',
  '这不是一个网址，请从群机器人的设置页复制完整地址。':
    "This is no web address. Please copy the whole address from the robot's settings.",
  '只接受 https:// 开头、不带端口和密码的地址。':
    'Only addresses that begin with https:// and hold no port and no password are accepted.',
  '不能发送到这个域名，只能是：{hosts}。': 'Nothing is sent to this host, only to: {hosts}.',
  '对方要求转到别的地址，没有跟随，消息没有送达。请重新复制机器人地址。':
    'The other side redirects elsewhere, which was not followed; the message did not arrive. Please copy the address of the robot again.',
  '这个域名指向内部网络的地址，为安全起见没有发送。请联系管理员检查域名解析。':
    'This host leads to an address of an internal network, so nothing was sent. Please have an administrator check its name service.',
  '对方 3 秒内没有答复，消息可能没有送达。':
    'The other side did not answer within 3 seconds; the message may not have arrived.',
  '对方的答复不是机器人的答复，消息可能没有送达。请检查机器人地址。':
    "The answer is not a robot's; the message may not have arrived. Please check the address of the robot.",
  '连接不上对方，消息没有送达。请检查服务器的网络。':
    "The other side cannot be reached; the message did not arrive. Please check the server's network.",
  '机器人没有接受这条消息（代码 {code}）。请检查它的安全设置：关键词、加签或 IP 名单。':
    'The robot did not take the message (code {code}). Please check its security settings: keywords, signature or IP list.',
  '同名的群机器人已经存在，请换一个名称。':
    'A group robot of that name exists already. Please choose another name.',
  '这是一条测试消息：{company}的「{name}」可以收到后台的订阅了。':
    'This is a test message: "{name}" of {company} can now receive subscriptions from the console.',
  多久一次: 'How often',
  星期: 'Weekday',
  时间: 'Time',
  订阅: 'subscription',
  '您已订阅 {n} 个视图，不能再增加，请先取消不看的。':
    'You have subscribed to {n} views; no more fit. Please cancel those that you do not read.',
  '每周的订阅要选星期几。': 'Please choose the day of the week.',
  '这个列表的视图还不能订阅。': 'Views of this list cannot be subscribed to.',
  '您已订阅这个视图，可以在订阅里改时间。':
    'You have subscribed to this view already; its time can be changed under Subscriptions.',
  '生成内容时出错，没有送达。请打开视图看看是否正常。':
    'Something went wrong while it was made, and it was not sent. Please open the view and see whether it works.',
  '订阅的人已不能登录，没有送出。': 'Whoever subscribed cannot sign in any more; nothing was sent.',
  '您订阅的「{view}」有 {n} 条': '"{view}", which you subscribed to, has {n} {n:row|rows}',
  '最前面的是：{names}': 'The first are: {names}',
  '【{title}】{view}（{list}，{by}订阅）': '[{title}] {view} ({list}, subscribed by {by})',
  '其余 {n} 条请登录后台查看。': 'Sign in to the console to see the other {n}.',
  '{at}，共 {n} 条': '{at}, {n} in all',
  '送达 {n} 个，{failed} 个没有送达。': '{n} delivered, {failed} not.',
}

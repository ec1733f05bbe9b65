/** The words at the top of every published list of breached passwords, without the digits around them. */
const text = `
  abc abcd abcdef abcabc access account adidas admin administrator aezakmi airborne alexander alexandra alexis
  amanda america american anderson andrea andrew angel angela angels animal annuity anthony apache apollo apples
  arsenal arsenalfc asdasd asdf asdfasdf asdfgh asdfghjk asdfghjkl asdqwe ashley asshole austin awesome azerty
  babygirl badboy bailey banana bandit baseball basketball batman bayern beautiful benjamin bigdaddy bigdog
  biteme blahblah blessed blink blowjob bond boomer booboo boston brandon brandy braves brazil brittany broncos
  bubbles buddy bulldog bullshit business buster butterfly butthead calvin camaro cameron canada captain carlos
  carolina casper changeme changeit charles charlie cheese cheesecake chelsea chelseafc cherry chester chicago
  chicken chocolate chris christian christina christine christopher clinton coffee college compaq computer
  consumer cookie cool cooper corvette cowboy cowboys crystal custom dakota dallas daniel danielle darkness david
  december default deepak defender delete demo denise dennis destiny devil dexter diablo diamond dolphin dolphins
  donald dragon dragonball dreams eagle eagles eclipse einstein elephant elizabeth eminem england enter everton
  evil explorer facebook falcon fallen family february ferrari fender firebird fireman fishing florida flower
  flowers football forever france frank freedom friend friends fuckme fuckoff fucker fuckyou gandalf gangster
  garfield gateway george giants ginger godzilla golden golfer google gordon graham greenday grandma guest guitar
  gunner hacker hahaha hallo hammer hannah happy happyday hardcore harley harleydavidson harrypotter hello
  hellohello hellokitty helpme heather hockey home honda honey hotdog hottie house hunter iceman iloveu iloveyou
  inferno internet invest ironman isabella isabelle jackson jaguar james january jasmin jasmine jasper jeffrey
  jennifer jeremy jessica jessie jesus jesuschrist jesusisgod johnson johnny jonathan jordan joseph joshua juice
  julian junior justin justice kakarot katherine kathryn killer king kitten kitty knight lakers lauren leather
  legend letmein letmeinnow liberty lifehack linkedin liverpool liverpoolfc login london looking lorenzo love
  loveme lover loveyou lovelove lucky madison maddog maggie manager manchester manunited marina marine marines
  marlboro martin master matrix matthew maverick maxwell melissa member mercedes merlin metallica michael michelle
  mickey microsoft midnight miller minecraft mohammed monday money monica monkey monster morgan motorola mother
  muffin mustang myspace naruto nascar natasha nathan naughty newyork nicholas nicole nintendo nirvana nothing
  november oakland october oliver orange packers pa panther parker passport pass passw passwd password passwords
  passwordpassword passpass patrick patriots peaches peanut pepper phantom philips phoenix playboy player please
  pokemon police popcorn porsche precious prince princess private purple pussy qazwsx qazwsxedc qwaszx qwe qweasd
  qweasdzxc qwer qwerqwer qwert qwerty qwertyqwerty qwertyu qwertyui qwertyuiop rabbit rachel raiders rainbow
  ranger rangers raptor realmadrid rebecca redskins redsox retire retirement richard robert rocket rockstar root
  rosebud runescape rush samantha samsung sandra saturday saturn scooby scooter scorpion scorpio secret secure
  security september service shadow shannon shelby sierra silver simple simpsons skippy slayer slipknot smokey
  snickers snoopy soccer sophie spencer spider spiderman spring stanley starwars startrek steelers stella steven
  stupid success summer sunday sunflower sunshine super superman superstar suzuki sweet sweetheart sweetie taylor
  teacher teamo temp temporary temppass tennis test tester testing testtest thebest theman thomas thunder thursday
  tiffany tiger tigers tigger tinkerbell tottenham toyota travis trigger trinity trouble trustno trustnoone
  tucker tuesday turtle tweety twilight twitter united user vampire vanessa victor victoria viking vikings
  vincent violet volcom volleyball voyager walter warcraft warrior warriors webmaster wednesday welcome welcomehome
  westside whatever wildcats william williams willow wilson windows winner winter wizard wolf wolverine wolves
  worldcup wrestling xbox xxxxxxxx yamaha yankee yankees yellow youtube zaq zaqwsx zxcvb zxcvbn zxcvbnm zxczxc
`;

export const commonStems: ReadonlySet<string> = new Set(text.trim().split(/\s+/));

package dev.scriptorium.memory.local.writer;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The English words that the writer knows something about. All in lower case, with a straight apostrophe. */
final class English {

    /** Words that say nothing by themselves. */
    static final Set<String> FUNCTION = words("""
            a about above across after again against ago all almost along already also although always am an and any
            anyone are aren't around as at away be became because become been before behind being below between both
            but by can can't cannot could couldn't did didn't do does doesn't doing don't done down during each either
            else enough even ever every for from further gave give gonna gotta had hadn't has hasn't have haven't having
            he he'd he'll he's her here here's hers herself him himself his how how's however i i'd i'll i'm i've if in
            into is isn't it it'd it'll it's its itself just less let let's like many may maybe me mean might mine more
            most much must my myself near need neither never next no nor not now of off often oh ok okay on once one
            ones only onto or other others our ours ourselves out over own per perhaps put quite rather said same say
            says see seem seems shall she she'd she'll she's should shouldn't since so some someone soon still such than
            that that'd that'll that's the their theirs them themselves then there there's these they they'd they'll
            they're they've this those though through till to too toward towards under unless until up upon us use used
            using very was wasn't we we'd we'll we're we've were weren't what what's whatever when when's where where's
            whether which while who who'd who's whole whom whose why will with within without won't would wouldn't yes
            yet you you'd you'll you're you've your yours yourself yourselves yeah yep yup nope s t d ll m re ve""");

    /** Courtesy, enthusiasm and filler: what people say whatever they speak of. */
    static final Set<String> CHAT = words("""
            absolutely actually agree amazing anything anyway appreciate awesome awful bad best better big bit bless btw
            bye cheers come comes coming cool congrats congratulations course crazy cute dear definitely everything
            exactly excellent excited exciting fantastic feel feeling feels felt fine fun get gets getting glad go goes
            going good goodbye gorgeous got great guess guys haha happy hear heard hello help helped helps hey hi honestly
            hope how's hugs huge incredible indeed interesting keep keeping kind kinda know lately literally little lol
            long look looked looking looks lot lots love loved lovely luck lucky made make makes making matter means
            nice obviously okay omg perfect photo photos pic pics picture pictures please pleased pleasure possible posted pretty proud real really recently right
            sad seen sorry sound sounded sounds special stuff super sure take takes taking talk talked talking tell
            thank thanks thing things think thinking thought time told totally true truly try trying understand useful
            wait wanna want wanted welcome well wish wonder wonderful worries wow ya yay you're""");

    /** Somebody speaks of himself. */
    static final Set<String> FIRST_PERSON = words("""
            i i'd i'll i'm i've me mine my myself we we'd we'll we're we've us our ours ourselves""");

    /** Somebody is spoken to. */
    static final Set<String> SECOND_PERSON =
            words("you you'd you'll you're you've your yours yourself yourselves y'all");

    /** What a sentence begins with that speaks of something said before. */
    static final Set<String> BACKWARD = words("""
            it it'd it'll it's its that'd that'll that's they they'd they'll they're they've them he he'd he'll he's
            him his she she'd she'll she's her hers their""");

    /** Words that point back unless a thing is named right after them. */
    static final Set<String> DEMONSTRATIVE = words("this that these those");

    /** Days, months and what else tells a time. */
    static final Set<String> TIME = words("""
            monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january
            february march april may june july august september october november december jan feb mar apr jun jul aug
            sep sept oct nov dec christmas easter today tonight tomorrow yesterday last next day days week weeks weekend
            weekends month months year years morning afternoon evening night hour hours minute minutes ago""");

    /** Verbs that make a sentence of a subject. */
    static final Set<String> AUXILIARY = words("is are was were has have had can will");

    /** Verbs of which such a word is the subject, not a part: "that gives". */
    static final Set<String> POINTED_VERB = words("""
            brings brought gives happened helped helps inspires keeps kept led makes means reminded reminds requires
            shows showed takes taught teaches went works worked""");

    /** What an answer begins with. */
    static final Set<String> REPLY =
            words("yes yeah yep yup no nope nah sure definitely absolutely exactly maybe both since because "
                    + "neither not certainly totally probably");

    /** What a sentence begins with that reacts to what somebody told or showed, or shows something itself. */
    static final Set<String> REACTION = words("""
            ah alright aw awesome aww check cherish congrats congratulations cool count enjoy glad good great ha haha
            have here here's hope keep let let's look nice oof oops ouch remember remind sending sorry sounds start stay
            thanks ugh whoa woah wow""");

    /** What somebody says who imagines what another tells of, or takes leave. */
    static final List<String> COMMENT = List.of(
            "i bet ",
            "i can imagine",
            "i can only imagine",
            "must be ",
            "must have ",
            "must've ",
            "ttyl",
            "see you ",
            "chat soon",
            "talk soon",
            "means the world",
            "is key",
            "is so important");

    /** Words that show a sentence to be more than a phrase: what is a verb, and what a subject begins with. */
    static final Set<String> STATING = words("""
            am are aren't can can't could couldn't did didn't do does doesn't don't had hadn't has hasn't have haven't
            he he'd he'll he's here's i i'd i'll i'm i've is isn't it it'd it'll it's may might must she she'd she'll
            she's should that's the their there's they they'd they'll they're they've was wasn't we we'd we'll we're
            we've were weren't what's will won't would wouldn't you you'd you'll you're you've his my our""");

    /** Relations between people, and animals that live with them. */
    static final Set<String> RELATION = words("""
            aunt baby boss boyfriend brother brothers cat child children classmate classmates colleague colleagues
            coworker cousin cousins dad daughter daughters dog dogs father fiance fiancee friend friends girlfriend
            grandfather grandma grandmother grandpa grandparents husband kid kids landlord manager married mentor mom
            mother mum neighbor neighbors neighbour neighbours nephew niece parent parents partner pet pets puppy
            roommate roommates sibling siblings sister sisters son sons teacher teammate teammates twin twins uncle
            wife""");

    /** Somebody decided or did something that lasts. */
    static final Set<String> DECISION = words("""
            accepted adopted agreed applied booked bought cancelled chose chosen decide decided engaged enrolled fired
            graduated hired joined launched left married moved opened passed picked promoted published quit received
            registered rejected retired resigned scheduled signed sold started switched won""");

    /** What somebody likes. */
    static final Set<String> PREFERENCE = words("""
            adore allergic avoid can't dislike enjoy enjoyed enjoys fan fave favorite favorites favourite favourites hate
            hated hates hooked interested love loves passion passionate prefer preferred prefers vegan vegetarian""");

    /** What is to come. */
    static final Set<String> PLAN = words("""
            aim aiming considering deadline due gonna goal goals hoping i'll intend plan planned planning plans shall
            upcoming we'll will tomorrow""");

    private English() {}

    static Set<String> words(String list) {
        return Stream.of(list.strip().split("\\s+")).collect(Collectors.toUnmodifiableSet());
    }
}

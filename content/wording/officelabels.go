package wording

// OfficeLabels are the words of office.yaml that the pages of the office and of customers show. Those with a "[" are
// filled in before.
type OfficeLabels struct {
	SignOut string

	// Waiting and WaitingMany say that deliveries failed and are tried again.
	Waiting, WaitingMany string

	// Live are a switch, and a notice without a network: the pages' script shows them.
	Live    struct{ Notify, Offline string }
	Retry   struct{ Title, Message, Photos, Again string }
	SignIn  struct{ Title, Lead, Email, Send, Sent, Enter, Ended, TooMany, NoMail, PlainHTTP string }
	List    struct{ Board, Held, Unpaid, Plans, Search, Find, Found, Customer, All, More, None, Past, PastJobs string }
	Request struct {
		Stage, Move, Lost, Photos, Offer, Price, Included, Slots, Taken, Send, Book, Note, Address, Access,
		SaveAddress, AddNote, Asked, History, ReviewSend, Remove, Origin, OfferSent, OfferNotEmailed, NotDelivered,
		Quiet, Remaining, Confirm, Back,
		Length, UsualLength, Hours, Date, Time, Truck, Prefers, Published, More, LaterDays, NothingSent, Free,
		NoAnswer, AgainToday, AgainTomorrow, AgainDate, Other, AgainSet, AgainAt, Where, Agreed, Ask, Finish, Amount,
		Paid, MarkDone, CrewPhotos, AddPhotos, Days, Day, DayMany, DayOf, Visits, MoveDay, CallOffDay, Kind, NoShow,
		NoReviews, CalledOff, FarVisit, Drive, Every, Once, Unsure, Saves, BankDay, AddBanked, Wishes string

		Payments map[string]string // ways to pay, by their names
		Kinds    map[string]string // of visits, likewise
		// PhotoTimes are when the crew took photographs.
		PhotoTimes map[string]string
		// Frequencies are how often a job comes again.
		Frequencies map[string]string
	}
	Day struct {
		Tab, Yesterday, Tomorrow, Date, Show, NotClosed, None, First, Waiting, Book, Board, Free, Out, Closed, Done,
		Next, Coming, Add string
	}
	New struct {
		Tab, Title, Phone, Find, Known, Name, Source, Optional, Service, Timeframe, Message, Email, ZIP, Save,
		Book string

		Sources []string `count:"1 sources"`
	}
	Week struct {
		Tab, Title, Calendar, File, Renew, RenewHint, This, All, Jobs, Source, Unknown, Requests, Booked, Done, Dollars,
		NoShows, None, Sessions, Device, OtherDevice, Times, Here, End string
	}
	Customer struct {
		Title, Reference, Asked, Added, Price, Included, Slots, SlotHint, BookAt, Taken, Calendar,
		CallOff, Add, Name, Note, Photos, PhotosHint, Send, Reach, Call, Text, Event, Late, Contacted, Quoted, Mend,
		Phone, ZIP, SaveNumber, Another, Page, QuotedLater, Gone, Booked, BookedLater, Done, Closed, TooLong, Ended,
		Address, Access, AccessHint, Where, Save, Email, NewPrice, NewPriceLead, Change, ChangeUntil, ChangeLater,
		Move, Cancel, Keep, Next, Pick, Ask, Usual, Days, ChangePlan, Ahead, Every, BankedTime, BankedTimes,
		// Drive and Far say of [town] that the drive costs [price] besides, or that prices there can differ. WithDrive
		// says that a price has [drive] for it.
		Drive, Far, WithDrive string

		// Estimate are the words about a visit to look at the job, where they are others.
		Estimate struct {
			Title, Pick, Ask, Usual, Quoted, QuotedLater, Booked, Event string
			// Near, Far and Within are [visit] in them, where a look is free within some miles.
			Near, Far, Within string
			// Photos asks for photos in its place, where no look is offered; FromPhotos is for customers who sent some.
			Photos, FromPhotos string
		}

		Progress []string            `count:"4 stages"`
		Steps    map[string][]string // by the stage
	}
}
